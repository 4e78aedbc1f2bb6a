/* Shows the app's files by FUSE from a process of its own, which ends when the app and all that it started have ended. */
#include "runtime.h"

#include <ll.h>

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static const struct fuse_lowlevel_ops operations = {
	.getattr = sqfs_ll_op_getattr,
	.opendir = sqfs_ll_op_opendir,
	.releasedir = sqfs_ll_op_releasedir,
	.readdir = sqfs_ll_op_readdir,
	.lookup = sqfs_ll_op_lookup,
	.open = sqfs_ll_op_open,
	.release = sqfs_ll_op_release,
	.read = sqfs_ll_op_read,
	.readlink = sqfs_ll_op_readlink,
	.forget = sqfs_ll_op_forget,
	.statfs = stfs_ll_op_statfs,
};

/* Whoever starts the app is told once that it runs without a mount; the library's own words would only be in the way. */
static void say_nothing(enum fuse_log_level level, const char *format, va_list args) {
	(void)level;
	(void)format;
	(void)args;
}

/* Answers the kernel until it lets go, or until nobody holds the other end of `keepalive`: then that end is closed. */
static void serve(struct fuse_session *session, int keepalive) {
	struct fuse_buf buffer = {0};
	struct pollfd watched[] = {
		{.fd = fuse_session_fd(session), .events = POLLIN},
		{.fd = keepalive, .events = 0},
	};
	while (!fuse_session_exited(session)) {
		if (poll(watched, 2, -1) < 0) {
			if (errno == EINTR)
				continue;
			break;
		}
		if (watched[1].revents != 0)
			break;
		int got = fuse_session_receive_buf(session, &buffer);
		if (got == -EINTR)
			continue;
		if (got <= 0)
			break;
		fuse_session_process_buf(session, &buffer);
	}
	free(buffer.mem);
}

/* The terminal and the pipes of who started the app belong to the app alone: a reader waits for their end. */
static void let_go_of_output(void) {
	int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
	for (int fd = 0; nowhere >= 0 && fd <= 2; fd++)
		dup2(nowhere, fd);
	(void)!chdir("/");
}

int mount_image(const char *folder, size_t offset, const int alive[2]) {
	int ready[2];
	if (pipe2(ready, O_CLOEXEC) != 0)
		return 0;
	pid_t server = fork();
	if (server < 0)
		return 0;
	if (server > 0) {
		char byte;
		close(ready[1]);
		ssize_t got;
		while ((got = read(ready[0], &byte, 1)) < 0 && errno == EINTR)
			;
		close(ready[0]);
		return got == 1;
	}
	/* Ctrl-C in a terminal is for the app; its files stay until it has ended. */
	setsid();
	close(alive[1]);
	signal(SIGPIPE, SIG_IGN);
	fuse_set_log_func(say_nothing);
	char *words[] = {"clipferry", "-oro,nosuid,nodev,fsname=clipferry,subtype=appimage", NULL};
	struct fuse_args args = FUSE_ARGS_INIT(2, words);
	sqfs_ll *files = sqfs_ll_open(SELF, offset);
	if (files == NULL)
		_exit(1);
	struct fuse_session *session = fuse_session_new(&args, &operations, sizeof operations, files);
	if (session == NULL || fuse_session_mount(session, folder) != 0)
		_exit(1);
	let_go_of_output();
	if (write(ready[1], "", 1) == 1) {
		close(ready[1]);
		serve(session, alive[0]);
	}
	fuse_session_unmount(session);
	rmdir(folder);
	_exit(0);
}
