/* The program that an AppImage of Clipferry begins with: mounts the app's files that lie behind it and becomes the app, or unpacks them. */
#include "runtime.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char help[] =
	"Started without any of these, this AppImage starts the app in it; all else is handed on.\n"
	"  --appimage-extract          put the app's files into the folder squashfs-root, here\n"
	"  --appimage-extract-and-run  start the app without mounting anything\n"
	"  --appimage-offset           say at which byte the app's files begin\n"
	"  --appimage-version          say which program this AppImage begins with\n"
	"  --appimage-help             say this\n"
	"It keeps what it unpacks for a run, and where it mounts, in $TMPDIR or /tmp.\n";

/* A folder of its own for this run. */
static char *folder_for(const char *name) {
	const char *place = getenv("TMPDIR");
	char *folder;
	if (asprintf(&folder, "%s/%s", place != NULL && *place == '/' ? place : "/tmp", name) < 0)
		return NULL;
	return mkdtemp(folder);
}

static int failed(const char *what) {
	fprintf(stderr, "%s: %s\n", what, strerror(errno));
	return 1;
}

static int extract(size_t offset) {
	if (mkdir("squashfs-root", 0755) != 0 && errno != EEXIST)
		return failed("squashfs-root");
	return unpack_image("squashfs-root", offset) == 0 ? 0 : 1;
}

static int extract_and_run(size_t offset, char **argv) {
	char *folder = folder_for(".clipferry-unpacked-XXXXXX");
	if (folder == NULL)
		return failed("no folder to unpack into");
	int code = unpack_image(folder, offset) == 0 ? run_app(folder, argv) : 1;
	remove_folder(folder);
	return code;
}

static int mount_and_run(size_t offset, char **argv) {
	int alive[2];
	char *folder = folder_for(".mount_clipferry-XXXXXX");
	if (folder == NULL || pipe(alive) != 0)
		return failed("no folder to mount at");
	/* The app and all that it starts hold the one end; the other one is for who serves the files. */
	fcntl(alive[0], F_SETFD, FD_CLOEXEC);
	if (mount_image(folder, offset, alive)) {
		become_app(folder, argv);
		return 127;
	}
	rmdir(folder);
	close(alive[0]);
	close(alive[1]);
	fprintf(stderr, "This system lets nobody mount by FUSE (is fuse3 installed?): the app is unpacked for this run.\n");
	return extract_and_run(offset, argv);
}

int main(int argc, char **argv) {
	const char *first = argc > 1 ? argv[1] : "";
	size_t offset = image_offset();
	if (offset == 0)
		return failed(SELF);
	if (strcmp(first, "--appimage-help") == 0)
		return fputs(help, stdout) < 0;
	if (strcmp(first, "--appimage-version") == 0)
		return puts("Clipferry's AppImage runtime, version 1") < 0;
	if (strcmp(first, "--appimage-offset") == 0)
		return printf("%zu\n", offset) < 0;
	if (strcmp(first, "--appimage-extract") == 0)
		return extract(offset);
	if (strcmp(first, "--appimage-extract-and-run") == 0) {
		/* The app is called as if the word were not there. */
		argv[1] = argv[0];
		return extract_and_run(offset, argv + 1);
	}
	if (getenv("APPIMAGE_EXTRACT_AND_RUN") != NULL)
		return extract_and_run(offset, argv);
	return mount_and_run(offset, argv);
}
