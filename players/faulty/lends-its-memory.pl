# Lends its memory to a child process that never returns it, so that its wait is uninterruptible. (58: vfork.)
my $child = syscall(58);
if ($child == 0) { select(undef, undef, undef, 1000) while 1 }
<STDIN>;
