# Becomes another program with as little as the kernel grants: starts as `perl confine.pl CALLS LIMITS RULE... -- PROGRAM ARG...`.
# What this kernel does not know is left out; run with RULE "tell" it prints what held and starts nothing.
use strict;
my ($calls, $limits, @rest) = @ARGV;
my ($unshare, $prctl, $prlimit) = split /,/, $calls;
my ($memory, $output) = split /,/, $limits;
my @rules;
while (@rest) {
  my $rule = shift @rest;
  last if $rule eq '--';
  push @rules, $rule;
}

# A namespace without any interface: nothing is reached, not even this machine.
my $net = syscall($unshare, 0x10000000 | 0x40000000) == 0;

# No cores, bounded files, bounded memory.
for ([4, 0], [1, $output], [2, $memory]) {
  my ($kind, $most) = @$_;
  my $limit = pack('QQ', $most, $most);
  syscall($prlimit, 0, $kind, $limit, 0);
}
syscall($prctl, 38, 1, 0, 0, 0);

my $abi = syscall(444, 0, 0, 1);
my $files = 0;
if ($abi >= 1) {
  my $all = 0x1fff | ($abi >= 2 && 0x2000) | ($abi >= 3 && 0x4000) | ($abi >= 5 && 0x8000);
  my $handled = pack('QQQ', $all, 3, 3);
  my $set = syscall(444, $handled, $abi >= 6 ? 24 : $abi >= 4 ? 16 : 8, 0);
  my %rights = (x => 0x000d, r => 0x000c, w => 0x4006, d => 0x61be);
  for (@rules) {
    my ($kind, $path) = split /:/, $_, 2;
    next unless $rights{$kind};
    # O_PATH: a pipe must not wait for its writer here.
    sysopen(my $file, $path, 0x200000) or next;
    # A folder's rights on a plain file are refused.
    my $rights = $rights{$kind} & $all & (-d $path ? 0xffff : 0x4007);
    my $rule = pack('Ql', $rights, fileno($file));
    syscall(445, $set, 1, $rule, 0) == 0 or die "no rule for $path: $!\n";
  }
  $files = $set >= 0 && syscall(446, $set, 0) == 0;
}
if (@rules && $rules[0] eq 'tell') {
  print(($net ? 'network ' : ''), ($files ? 'files' : ''), "\n");
  exit 0;
}

# For the program alone: loaded into this script they would take as long as there.
my @libraries = map { /^l:(.*)/s ? $1 : () } @rules;
$ENV{LD_PRELOAD} = join ':', @libraries if @libraries;

# Last, since a change of rights clears it: the program outlives the kill -9 of its parent otherwise.
syscall($prctl, 1, 9, 0, 0, 0);
exec { $rest[0] } @rest or die "$rest[0]: $!\n";
