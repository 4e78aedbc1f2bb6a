/* Starts the app from its files, with what AppImages tell the apps in them: where the AppImage is, its files, and where it was called from. */
#include "runtime.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void tell_app(const char *folder, char **argv) {
	char path[PATH_MAX];
	ssize_t length = readlink(SELF, path, sizeof path - 1);
	if (length > 0) {
		path[length] = '\0';
		setenv("APPIMAGE", path, 1);
	}
	setenv("APPDIR", folder, 1);
	setenv("ARGV0", argv[0], 1);
	if (getcwd(path, sizeof path) != NULL)
		setenv("OWD", path, 1);
}

void become_app(const char *folder, char **argv) {
	char program[PATH_MAX];
	snprintf(program, sizeof program, "%s/AppRun", folder);
	tell_app(folder, argv);
	execv(program, argv);
	fprintf(stderr, "%s: %s\n", program, strerror(errno));
}

static volatile pid_t app;

static void hand_on(int number) {
	if (app > 0)
		kill(app, number);
}

int run_app(const char *folder, char **argv) {
	struct sigaction handing_on = {.sa_handler = hand_on};
	const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2};
	app = fork();
	if (app < 0)
		return 1;
	if (app == 0) {
		become_app(folder, argv);
		_exit(127);
	}
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		sigaction(numbers[i], &handing_on, NULL);
	int status;
	while (waitpid(app, &status, 0) < 0)
		if (errno != EINTR)
			return 1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
