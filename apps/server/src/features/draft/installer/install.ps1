# 把这里的草稿装进剪映 / CapCut：先退出软件，再双击 install.cmd，或运行 install.ps1 -Root 草稿目录
param([string]$Root)
$ErrorActionPreference = 'Stop'
# Windows PowerShell adds a Count to lists, which would turn them into objects when they are written as JSON.
Remove-TypeData System.Array -ErrorAction SilentlyContinue
$utf8 = New-Object System.Text.UTF8Encoding $false
$told = [IO.File]::ReadAllText("$PSScriptRoot/drafts.json", $utf8)
$given = $told | ConvertFrom-Json
$app = if ($given.program -eq 'capcut') { 'CapCut' } else { 'JianyingPro' }
$usual = "$env:LOCALAPPDATA/$app/User Data/Projects/com.lveditor.draft"
foreach ($place in @($given.root, $usual)) {
  if (-not $Root -and $place -and (Test-Path -LiteralPath $place -PathType Container)) { $Root = $place }
}
while (-not $Root -or -not (Test-Path -LiteralPath $Root -PathType Container)) {
  $Root = (Read-Host '请输入草稿目录（软件的 全局设置 → 草稿位置）').Trim().Trim('"')
}
# Forward slashes: the program writes them so itself, and JSON needs no escapes.
$Root = (Resolve-Path -LiteralPath $Root).ProviderPath.Replace('\', '/').TrimEnd('/')

$added = @()
foreach ($name in @($given.drafts)) {
  $target = "$Root/$name"
  if (Test-Path -LiteralPath $target) { Write-Host "已存在，跳过：${name}（要换成新的，先在软件里删除或改名原来那条）"; continue }
  Copy-Item -LiteralPath "$PSScriptRoot/$name" -Destination $target -Recurse
  $from = if ($given.root) { "$($given.root)/$name" } else { $given.folder_token }
  foreach ($file in @('draft_content.json', 'draft_info.json', 'draft_meta_info.json')) {
    $text = [IO.File]::ReadAllText("$target/$file", $utf8).Replace($from, $target)
    $text = $text.Replace('"draft_fold_path":""', '"draft_fold_path":"' + $target + '"')
    $text = $text.Replace('"draft_root_path":"' + $given.root + '"', '"draft_root_path":"' + $Root + '"')
    [IO.File]::WriteAllText("$target/$file", $text, $utf8)
  }
  $added += $name
  Write-Host "已安装：$name"
}

if ($added.Count -gt 0) {
  $list = "$Root/root_meta_info.json"
  $store = [pscustomobject]@{ all_draft_store = @(); draft_ids = 0; root_path = $Root }
  if (Test-Path -LiteralPath $list) {
    Copy-Item -LiteralPath $list -Destination "$list.$(Get-Date -Format yyyyMMddHHmmss).bak"
    $store = [IO.File]::ReadAllText($list, $utf8) | ConvertFrom-Json
  }
  $entries = ($told.Replace($given.root_token, $Root) | ConvertFrom-Json).entries
  $fresh = @($entries | Where-Object { $added -contains $_.draft_name })
  $ids = @($fresh | ForEach-Object { $_.draft_id })
  $others = @($store.all_draft_store | Where-Object { $_ -and $ids -notcontains $_.draft_id })
  $store | Add-Member -Force NoteProperty all_draft_store @($fresh + $others)
  $store | Add-Member -Force NoteProperty draft_ids ([int64]$store.draft_ids + $fresh.Count)
  [IO.File]::WriteAllText($list, ($store | ConvertTo-Json -Depth 100 -Compress), $utf8)
}
Write-Host '完成。请重新打开剪映 / CapCut。'
