/* The one compression that our AppImages use, in place of all that the library would otherwise be linked with. */
#include <squashfuse.h>

#include <string.h>
#include <zstd.h>

static sqfs_err unzstd(void *in, size_t in_size, void *out, size_t *out_size) {
	size_t size = ZSTD_decompress(out, *out_size, in, in_size);
	if (ZSTD_isError(size))
		return SQFS_ERR;
	*out_size = size;
	return SQFS_OK;
}

sqfs_decompressor sqfs_decompressor_get(sqfs_compression_type type) {
	return type == ZSTD_COMPRESSION ? unzstd : NULL;
}

char *sqfs_compression_name(sqfs_compression_type type) {
	return type == ZSTD_COMPRESSION ? "zstd" : "another compression";
}

void sqfs_compression_supported(sqfs_compression_type *types) {
	memset(types, SQFS_COMP_UNKNOWN, SQFS_COMP_MAX * sizeof *types);
	types[0] = ZSTD_COMPRESSION;
}
