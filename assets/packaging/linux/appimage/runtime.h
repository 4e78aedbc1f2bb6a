/* The parts of the program that an AppImage begins with, and what each is asked by the others. */
#ifndef CLIPFERRY_RUNTIME_H
#define CLIPFERRY_RUNTIME_H

#include <sys/types.h>

/* This very file, whatever became of its name meanwhile. */
#define SELF "/proc/self/exe"

/* Where the picture of the app's files begins behind this program; 0 where that cannot be told. */
size_t image_offset(void);

/* Shows the app's files at `folder` until nobody holds the writing end of the pipe `alive`. False where FUSE is closed. */
int mount_image(const char *folder, size_t offset, const int alive[2]);

/* Puts the app's files into `folder`, which is there. Returns 0, or -1 having said what went wrong. */
int unpack_image(const char *folder, size_t offset);

/* Takes `folder` away with all that is in it. */
void remove_folder(const char *folder);

/* Becomes the app whose files are at `folder`; returns only when that fails. */
void become_app(const char *folder, char **argv);

/* Runs the app whose files are at `folder`, and hands signals on to it. Returns the code to end with. */
int run_app(const char *folder, char **argv);

#endif
