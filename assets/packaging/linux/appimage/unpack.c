/* Puts the app's files into a folder, for where nothing can be mounted and for who wants to look at them. */
#include "runtime.h"

#include <squashfuse.h>

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int put_file(sqfs *fs, sqfs_inode *inode, const char *path) {
	static char block[1 << 20];
	/* What an earlier run left there is replaced, and never written through. */
	unlink(path);
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, inode->base.mode & 0777);
	if (fd < 0)
		return -1;
	int failed = 0;
	for (sqfs_off_t at = 0; !failed && (uint64_t)at < inode->xtra.reg.file_size;) {
		sqfs_off_t size = sizeof block;
		if (sqfs_read_range(fs, inode, at, &size, block) != SQFS_OK || size <= 0) {
			errno = EIO;
			failed = 1;
		}
		for (sqfs_off_t put = 0; !failed && put < size;) {
			ssize_t wrote = write(fd, block + put, size - put);
			if (wrote < 0 && errno != EINTR)
				failed = 1;
			else if (wrote > 0)
				put += wrote;
		}
		at += size;
	}
	if (close(fd) != 0)
		failed = 1;
	return failed ? -1 : 0;
}

static int put_link(sqfs *fs, sqfs_inode *inode, const char *path) {
	char target[PATH_MAX];
	size_t size = sizeof target;
	if (sqfs_readlink(fs, inode, target, &size) != SQFS_OK)
		return -1;
	unlink(path);
	return symlink(target, path);
}

static int put_entry(sqfs *fs, sqfs_dir_entry *entry, const char *path) {
	sqfs_inode inode;
	if (sqfs_inode_get(fs, &inode, sqfs_dentry_inode(entry)) != SQFS_OK)
		return -1;
	if (S_ISDIR(inode.base.mode))
		return mkdir(path, 0755) == 0 || errno == EEXIST ? 0 : -1;
	if (S_ISLNK(inode.base.mode))
		return put_link(fs, &inode, path);
	if (S_ISREG(inode.base.mode))
		return put_file(fs, &inode, path);
	/* An app has no devices and pipes. */
	return 0;
}

int unpack_image(const char *folder, size_t offset) {
	sqfs fs;
	sqfs_traverse walk;
	sqfs_err err = SQFS_OK;
	if (sqfs_open_image(&fs, SELF, offset) != SQFS_OK)
		return -1;
	if (sqfs_traverse_open(&walk, &fs, sqfs_inode_root(&fs)) != SQFS_OK)
		return -1;
	int failed = 0;
	while (!failed && sqfs_traverse_next(&walk, &err)) {
		char path[PATH_MAX];
		if (walk.dir_end)
			continue;
		int length = snprintf(path, sizeof path, "%s/%s", folder, walk.path);
		if (length < 0 || (size_t)length >= sizeof path) {
			errno = ENAMETOOLONG;
			failed = 1;
		} else
			failed = put_entry(&fs, &walk.entry, path) != 0;
		if (failed)
			fprintf(stderr, "%s: %s\n", path, strerror(errno));
	}
	sqfs_traverse_close(&walk);
	sqfs_fd_close(fs.fd);
	sqfs_destroy(&fs);
	return failed || err != SQFS_OK ? -1 : 0;
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *place) {
	(void)status;
	(void)kind;
	(void)place;
	remove(path);
	return 0;
}

void remove_folder(const char *folder) {
	nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}
