#!/bin/sh
# Runs as root once the files lie in their places: Chromium's sandbox gets what this system lets it have, and menus are read again.
app='/opt/${sanitizedProductName}'
program='${executable}'
profile="/etc/apparmor.d/$program"

is_chroot() { [ -x /usr/bin/ischroot ] && /usr/bin/ischroot; }

# Ubuntu (24.04 and later) gives user namespaces only to programs with a profile. Older releases do not understand it, and need none.
has_profile=no
if command -v apparmor_parser >/dev/null 2>&1 && [ -d /etc/apparmor.d ] &&
  apparmor_parser --skip-kernel-load --debug "$app/resources/apparmor-profile" >/dev/null 2>&1; then
  cp -f "$app/resources/apparmor-profile" "$profile"
  if [ -e /sys/module/apparmor/parameters/enabled ] && ! is_chroot &&
    apparmor_parser --replace --write-cache --skip-read-cache "$profile" >/dev/null 2>&1; then
    has_profile=yes
  fi
fi

# Whether somebody who is not root may make a user namespace: root always may where anybody can. 65534 is nobody.
may_make_namespaces() {
  setpriv --reuid=65534 --regid=65534 --clear-groups unshare --user --map-root-user true >/dev/null 2>&1
}

# The sandbox's own helper does without them; it has to be root's for that. One or the other: the app is never started without.
if [ "$has_profile" = yes ] || may_make_namespaces; then
  chmod 0755 "$app/chrome-sandbox"
else
  chown root:root "$app/chrome-sandbox"
  chmod 4755 "$app/chrome-sandbox"
fi

# Debian and Fedora do this by themselves; others do not.
if command -v update-desktop-database >/dev/null 2>&1; then
  update-desktop-database -q /usr/share/applications || true
fi
if command -v gtk-update-icon-cache >/dev/null 2>&1; then
  gtk-update-icon-cache -q -t -f /usr/share/icons/hicolor || true
fi
exit 0
