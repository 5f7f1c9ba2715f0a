# Lends its memory to a child that never gives it back, while it is asked. (58: vfork.)
while (<STDIN>) {
    last if /^players/;
}
my $child = syscall(58);
if ($child == 0) { select(undef, undef, undef, 1000) while 1 }
