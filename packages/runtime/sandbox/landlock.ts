/**
 * Landlock needs three system calls that neither Node nor a shell can make. Perl can, and it is part of every Debian
 * and most other systems. The script allows reading and running the files of the sandbox, and writing (but not running)
 * in /tmp. The script doesn't allow TCP, or signals to processes outside the sandbox. The script closes all files that
 * weren't passed to it, and then becomes the player. The access bits are defined in linux/landlock.h.
 */
const SCRIPT = `
use strict;
my $first = 0 + shift;
sub call { my $r = syscall($_[0], @_[1..$#_]); die "landlock: $!\\n" if $r < 0; return $r }
my $abi = call(444, 0, 0, 1);
my $all = (1 << 13) - 1;
$all |= 1 << 13 if $abi >= 2;
$all |= 1 << 14 if $abi >= 3;
$all |= 1 << 15 if $abi >= 5;
my $net = $abi >= 4 ? 3 : 0;
my $scoped = $abi >= 6 ? 3 : 0;
my $attr = pack('QQQ', $all, $net, $scoped);
my $size = $abi >= 6 ? 24 : $abi >= 4 ? 16 : 8;
my $rules = call(444, $attr, $size, 0);
my $read = 1 << 2 | 1 << 3;
my $write = $all & ~(1 | 1 << 6 | 1 << 11 | 1 << 15);
sub allow {
  my ($path, $rights) = @_;
  sysopen(my $file, $path, 010000000) or return;
  my $rule = pack('Qi', $rights & $all, fileno($file));
  call(445, $rules, 1, $rule, 0);
  close($file);
}
allow('/', $read);
allow($_, $read | 1) for qw(/usr /bin /sbin /lib /lib64 /opt /player /needs);
allow('/dev', $read | 1 << 1 | 1 << 14 | 1 << 15);
allow($_, $write) for qw(/tmp /dev/shm /out);
call(446, $rules, 0);
# Players must not inherit files that were open when the referee started.
syscall(436, $first, 0xffffffff, 0);
exec { $ARGV[0] } @ARGV or die "$ARGV[0]: $!\\n";
`;

/**
 * Returns the words to put before a command so that it runs under Landlock. The command inherits only the file
 * descriptors below `firstFile`.
 */
export function landlockCommand(perl: string, firstFile: number): string[] {
  return [perl, '-e', SCRIPT, '--', `${firstFile}`];
}
