# Lends its memory to a child that never gives it back: the system calls its waiting uninterruptible. (58: vfork.)
my $child = syscall(58);
if ($child == 0) { select(undef, undef, undef, 1000) while 1 }
<STDIN>;
