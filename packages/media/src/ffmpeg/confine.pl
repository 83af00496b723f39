# Starts programs for a process that would copy itself to do so, each with as little as the kernel grants:
# `perl confine.pl CALLS LIMITS DOOR` says what holds here, reads requests until its input ends, and tells the number of each
# program and how it ended. A program's streams are connections to DOOR. What this kernel does not know is left out.
use strict;
use POSIX ();
use Socket;
my ($calls, $limits, $door) = @ARGV;
my ($unshare, $prctl, $prlimit) = split /,/, $calls;
my ($memory, $output) = split /,/, $limits;
my $starter = $$;
# Above all that a program is given by number.
my $HIGH = 64;

# All that are started have it from here. A namespace without any interface: nothing is reached, not even this machine.
my $net = syscall($unshare, 0x10000000 | 0x40000000) == 0;
# No cores, bounded files, bounded memory, no new rights.
for ([4, 0], [1, $output], [2, $memory]) {
  my ($kind, $most) = @$_;
  my $limit = pack('QQ', $most, $most);
  syscall($prlimit, 0, $kind, $limit, 0);
}
syscall($prctl, 38, 1, 0, 0, 0);

my $abi = syscall(444, 0, 0, 1);
# What is restricted stays so: tried by a process that ends.
my $try = fork();
POSIX::_exit(restrict() ? 0 : 1) if defined $try && $try == 0;
my $files = $try && waitpid($try, 0) == $try && $? == 0;
report('held', ($net ? 'network' : ()), ($files ? 'files' : ()));

my %running;
my %mute;
my $asked = '';
while (1) {
  my $ready = '';
  vec($ready, fileno(STDIN), 1) = 1;
  vec($ready, $_, 1) = 1 for keys %running;
  # One that let go of its pipe and lives on is asked about; everything else is heard.
  next if select($ready, undef, undef, %mute ? 0.05 : undef) < 0;
  for my $number (grep { vec($ready, $_, 1) } keys %running) {
    my (undef, $id, $pid) = @{ delete $running{$number} };
    $mute{$pid} = $id;
  }
  for my $pid (keys %mute) {
    next unless waitpid($pid, 1) == $pid;
    report('ended', delete $mute{$pid}, $? >> 8, $? & 127);
  }
  next unless vec($ready, fileno(STDIN), 1);
  sysread(STDIN, $asked, 65536, length $asked) or last;
  while (length $asked >= 4 && length $asked >= 4 + unpack('L', $asked)) {
    my @fields = split /\0/, substr($asked, 4, unpack('L', $asked)), -1;
    substr($asked, 0, 4 + unpack('L', $asked)) = '';
    start(@fields);
  }
}
unlink $door;
rmdir $door =~ s{/[^/]*$}{}r;

sub report {
  syswrite(STDOUT, "@_\n");
}

sub start {
  my ($id, $streams, @request) = @_;
  # Connected before anything is told of it: whoever asked knows then that each of them comes.
  my %sockets;
  for my $number (split /,/, $streams) {
    socket(my $socket, AF_UNIX, SOCK_STREAM, 0) or return report('ended', $id, 255, 0);
    connect($socket, pack_sockaddr_un($door)) or return report('ended', $id, 255, 0);
    syswrite($socket, sprintf('%s%02d', $id, $number));
    $sockets{$number} = $socket;
  }
  # Open as long as the program lives: its end is heard without a signal.
  pipe(my $ends, my $life) or return report('ended', $id, 255, 0);
  my $pid = fork();
  return report('ended', $id, 255, 0) unless defined $pid;
  if ($pid == 0) {
    eval { become($life, \%sockets, @request) };
    syswrite(STDERR, $@);
    POSIX::_exit(127);
  }
  $running{ fileno($ends) } = [$ends, $id, $pid];
  report('started', $id, $pid);
}

sub become {
  my ($life, $sockets, $append, $niceness, @rest) = @_;
  my @rules;
  while (@rest) {
    my $rule = shift @rest;
    last if $rule eq '--';
    push @rules, $rule;
  }
  # One kill reaches whatever it starts.
  setpgrp(0, 0);
  setpriority(0, 0, $niceness) if $niceness;
  fcntl($life, 0, $HIGH) or die "pipe: $!\n";
  sysopen(my $null, '/dev/null', 2) or die "/dev/null: $!\n";
  my %given = (0 => $null, 1 => $null, %$sockets);
  if ($append ne '') {
    sysopen(my $file, $append, 0x401) or die "$append: $!\n";
    $given{1} = $file;
  }
  # First out of the way of each other, then to their numbers.
  my %high = map { $_ => fcntl($given{$_}, 0, $HIGH) } keys %given;
  for my $number (keys %high) {
    POSIX::dup2($high{$number}, $number);
    POSIX::close($high{$number});
  }
  die "not confined: $!\n" if $files && !restrict(@rules);
  # For the program alone: loaded into this script they would take as long as there.
  my @libraries = map { /^l:(.*)/s ? $1 : () } @rules;
  $ENV{LD_PRELOAD} = join ':', @libraries if @libraries;
  # It ends with this process, which ends with the one that asked, even by kill -9.
  syscall($prctl, 1, 9, 0, 0, 0);
  POSIX::_exit(127) if getppid() != $starter;
  exec { $rest[0] } @rest or die "$rest[0]: $!\n";
}

sub restrict {
  my @rules = @_;
  return 0 if $abi < 1;
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
  return $set >= 0 && syscall(446, $set, 0) == 0;
}
