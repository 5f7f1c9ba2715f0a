# During a question, lends its memory to a child process that never returns it. (58: vfork.)
while (<STDIN>) {
    last if /^players/;
}
my $child = syscall(58);
if ($child == 0) { select(undef, undef, undef, 1000) while 1 }
