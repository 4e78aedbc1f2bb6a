#!/bin/sh
# Inside of mount and process namespaces of its own: makes the folder a root like that of a fresh system, moves into it and stays until its input ends.
set -eu
base=$1 work=$2 fuse=$3
shift 3

mount --make-rprivate /
if [ "$work" = none ]; then
  # To prepare it: what is installed stays.
  root=$base
  mount --bind "$root" "$root"
else
  root=$work/root
  mkdir -p "$root" "$work/changes" "$work/scratch"
  mount -t overlay -o "lowerdir=$base,upperdir=$work/changes,workdir=$work/scratch" overlay "$root"
fi

mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t tmpfs -o mode=755 dev "$root/dev"
for name in null zero full random urandom tty fuse; do
  [ -e "/dev/$name" ] || continue
  [ "$name" != fuse ] || [ "$fuse" = yes ] || continue
  touch "$root/dev/$name"
  mount --bind "/dev/$name" "$root/dev/$name"
done
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=666 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
ln -s fd/0 "$root/dev/stdin"
ln -s fd/1 "$root/dev/stdout"
ln -s fd/2 "$root/dev/stderr"
for name in shm tmp; do
  [ "$name" = shm ] && at=$root/dev/shm || at=$root/tmp
  mount -t tmpfs -o mode=1777 "$name" "$at"
done
mount -t tmpfs -o mode=755 run "$root/run"
# The rest are names, each with "=" and a folder.
for pair in "$@"; do
  name=${pair%%=*} from=${pair#*=}
  mkdir -p "$root/mnt/$name"
  mount --bind -o ro "$from" "$root/mnt/$name"
done
# The network is that of the machine: the practice site is on 127.0.0.1 for both.
for name in resolv.conf hosts; do cat "/etc/$name" >"$root/etc/$name"; done

mkdir -p "$root/.outside"
cd "$root"
pivot_root . .outside
umount -l /.outside
rmdir /.outside
echo ready
cat >/dev/null
