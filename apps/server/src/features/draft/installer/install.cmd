@echo off
if exist "%~dp0install.ps1" goto run
chcp 65001 >nul
echo 请先解压整个压缩包，再双击里面的 install.cmd
pause
exit /b 1
:run
powershell -NoProfile -ExecutionPolicy Bypass -File "%~dp0install.ps1" %*
pause
