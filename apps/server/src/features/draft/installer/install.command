#!/bin/zsh
# 把这里的草稿装进剪映 / CapCut：先退出软件，再在终端运行 zsh install.command [草稿目录]
here=$(cd "$(dirname "$0")" && pwd) || exit 1
told() { perl -CO -MJSON::PP -0777 -ne "print decode_json(\$_)->{$1}" "$here/drafts.json"; }
app=JianyingPro
[ "$(told program)" = capcut ] && app=CapCut
root=${1:-}
for place in "$(told root)" "$HOME/Movies/$app/User Data/Projects/com.lveditor.draft"; do
  if [ -z "$root" ] && [ -n "$place" ] && [ -d "$place" ]; then root=$place; fi
done
while [ ! -d "$root" ]; do
  printf '请把草稿目录（软件的 全局设置 → 草稿位置）拖到这里，按回车：'
  # Without -r: what is dragged into the window comes with a backslash before each space.
  read root || exit 1
done
root=$(cd "$root" && pwd) || exit 1

# perl comes with macOS and reads JSON; bytes stay bytes, so that names keep their characters.
exec perl -MJSON::PP -e '
  use strict;
  use warnings;
  use File::Copy qw(copy);
  my ($here, $root) = @ARGV;
  my $json = JSON::PP->new->utf8->canonical;
  my $told = get("$here/drafts.json");
  my $given = $json->decode($told);
  my ($old, $folder_token, $root_token) = map { bytes($given->{$_}) } qw(root folder_token root_token);
  my %added;
  for my $name (map { bytes($_) } @{ $given->{drafts} }) {
    my $target = "$root/$name";
    if (-e $target) { print "已存在，跳过：$name（要换成新的，先在软件里删除或改名原来那条）\n"; next }
    system("cp", "-R", "$here/$name", $target) == 0 or die "复制失败：$name\n";
    my $from = $old ne "" ? "$old/$name" : $folder_token;
    my ($to, $top) = (quoted($target), quoted($root));
    for my $file (qw(draft_content.json draft_info.json draft_meta_info.json)) {
      my $text = get("$target/$file");
      $text =~ s/\Q$from\E/$to/g;
      $text =~ s/"draft_fold_path":""/"draft_fold_path":"$to"/;
      $text =~ s/"draft_root_path":"\Q$old\E"/"draft_root_path":"$top"/;
      put("$target/$file", $text);
    }
    $added{$name} = 1;
    print "已安装：$name\n";
  }
  if (%added) {
    my $list = "$root/root_meta_info.json";
    my $store = {};
    if (-e $list) {
      copy($list, "$list." . time . ".bak") or die "备份失败\n";
      $store = $json->decode(get($list) =~ s/^\xEF\xBB\xBF//r);
    }
    my $top = quoted($root);
    $told =~ s/\Q$root_token\E/$top/g;
    $told =~ s{/draft_content\.json"}{/draft_info.json"}g;
    my @fresh = grep { $added{ bytes($_->{draft_name}) } } @{ $json->decode($told)->{entries} };
    my %fresh = map { $_->{draft_id} => 1 } @fresh;
    my @others = grep { !$fresh{ $_->{draft_id} // "" } } @{ $store->{all_draft_store} // [] };
    $store->{draft_ids} = ($store->{draft_ids} // @others) + @fresh;
    $store->{all_draft_store} = [@fresh, @others];
    utf8::decode(my $shown = $root);
    $store->{root_path} //= $shown;
    put($list, $json->encode($store));
  }
  print "完成。请重新打开剪映 / CapCut。\n";

  sub get { my ($path) = @_; open(my $in, "<:raw", $path) or die "读不了 $path\n"; local $/; return <$in> }
  sub put { my ($path, $text) = @_; open(my $out, ">:raw", $path) or die "写不了 $path\n"; print $out $text; close $out or die }
  sub bytes { my ($text) = @_; utf8::encode($text); return $text }
  sub quoted { my ($text) = @_; $text =~ s/(["\\])/\\$1/g; return $text }
' "$here" "$root"
