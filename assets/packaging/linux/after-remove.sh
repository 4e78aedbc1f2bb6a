#!/bin/sh
# Runs as root once the files are gone. What people have of their own stays; who removes everything is told where that is.
program='${executable}'
profile="/etc/apparmor.d/$program"

if [ -f "$profile" ]; then
  if command -v apparmor_parser >/dev/null 2>&1 && ! { [ -x /usr/bin/ischroot ] && /usr/bin/ischroot; }; then
    apparmor_parser --remove "$profile" >/dev/null 2>&1 || true
  fi
  rm -f "$profile"
fi

if command -v update-desktop-database >/dev/null 2>&1; then
  update-desktop-database -q /usr/share/applications || true
fi

# dpkg says `remove` first and `purge` for all of it; rpm knows only the one.
if [ "$1" != remove ]; then
  told=$(getent passwd | cut -d: -f6 | sort -u | while read -r home; do
    kept="$home/.config/${sanitizedProductName}"
    if [ -d "$kept" ]; then
      echo "${sanitizedProductName}: lists, settings and what was typed are kept in $kept"
    fi
  done)
  if [ -n "$told" ]; then
    echo "$told"
  elif [ "$1" != purge ]; then
    # Newer rpm keeps homes out of sight of scripts.
    echo "${sanitizedProductName}: lists, settings and what was typed are kept in .config/${sanitizedProductName} of the homes of those who used it"
  fi
fi
exit 0
