// The receiver of the benchmarks: takes requests, throws their bodies away and says how much came, faster than any sender.
//
// sink [certificate.pem key.pem]   plain http, or https with both files (only when built with -DWITH_TLS)
// Prints its port on 127.0.0.1, ends when stdin does. `?delay=MS` in a target makes the answer wait that long.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#ifdef WITH_TLS
#include <openssl/ssl.h>
#endif

enum { SCRATCH = 1 << 20, HEAD = 1 << 14 };

typedef struct {
  int fd;
#ifdef WITH_TLS
  SSL *ssl;
#endif
} Peer;

#ifdef WITH_TLS
static SSL_CTX *tls;
#endif

static long receive(Peer *peer, char *to, size_t most, int keep) {
#ifdef WITH_TLS
  if (peer->ssl) return SSL_read(peer->ssl, to, (int)most);
#endif
#ifdef __linux__
  // Linux drops the bytes inside the kernel, so the receiver is never what limits a sender.
  return recv(peer->fd, to, most, keep ? 0 : MSG_TRUNC);
#else
  (void)keep;
  return recv(peer->fd, to, most, 0);
#endif
}

static int say(Peer *peer, const char *text, size_t length) {
#ifdef WITH_TLS
  if (peer->ssl) return SSL_write(peer->ssl, text, (int)length) == (int)length;
#endif
  return send(peer->fd, text, length, MSG_NOSIGNAL) == (ssize_t)length;
}

static int answer(Peer *peer, const char *type, const char *body) {
  char text[1024];
  int length = snprintf(text, sizeof text,
                        "HTTP/1.1 200 OK\r\nContent-Type: %s\r\nContent-Length: %zu\r\nKeep-Alive: timeout=60\r\n\r\n%s",
                        type, strlen(body), body);
  return say(peer, text, (size_t)length);
}

static const char page[] = "<!doctype html><title>Sink</title><input type=file id=file>";

/** One request; 0 = the connection is over. */
static int serve(Peer *peer, char *scratch) {
  char head[HEAD + 1];
  size_t got = 0;
  char *end = NULL;
  while (!end) {
    if (got == HEAD) return 0;
    long more = receive(peer, head + got, HEAD - got, 1);
    if (more <= 0) return 0;
    got += (size_t)more;
    head[got] = 0;
    end = strstr(head, "\r\n\r\n");
  }
  size_t extra = got - (size_t)(end + 4 - head);
  *end = 0;
  if (strncmp(head, "GET ", 4) == 0) return answer(peer, "text/html", page);

  const char *length = strcasestr(head, "\r\ncontent-length:");
  const char *delay = strstr(head, "?delay=");
  const char *line = strchr(head, '\r');
  unsigned long long total = length ? strtoull(length + 17, NULL, 10) : 0;
  long ms = delay && delay < line ? atol(delay + 7) : 0;
  unsigned long long left = total - extra;
  while (left > 0) {
    long taken = receive(peer, scratch, left < SCRATCH ? left : SCRATCH, 0);
    if (taken <= 0) return 0;
    left -= (unsigned long long)taken;
  }
  if (ms > 0) nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, NULL);
  char json[64];
  snprintf(json, sizeof json, "{\"id\":1,\"received\":%llu}", total);
  return answer(peer, "application/json", json);
}

static void *converse(void *argument) {
  Peer peer = {.fd = (int)(long)argument};
  char *scratch = malloc(SCRATCH);
  int ready = scratch != NULL;
#ifdef WITH_TLS
  if (tls) {
    peer.ssl = SSL_new(tls);
    SSL_set_fd(peer.ssl, peer.fd);
    ready = ready && SSL_accept(peer.ssl) == 1;
  }
#endif
  while (ready) ready = serve(&peer, scratch);
#ifdef WITH_TLS
  if (peer.ssl) SSL_free(peer.ssl);
#endif
  close(peer.fd);
  free(scratch);
  return NULL;
}

static void *endWithStdin(void *argument) {
  char byte;
  while (read(0, &byte, 1) > 0) {
  }
  exit(0);
  return argument;
}

int main(int count, char **arguments) {
  signal(SIGPIPE, SIG_IGN);
  (void)arguments;
  if (count == 3) {
#ifdef WITH_TLS
    tls = SSL_CTX_new(TLS_server_method());
    // Large reads below the records: fewer system calls than a record each.
    SSL_CTX_set_read_ahead(tls, 1);
    SSL_CTX_set_default_read_buffer_len(tls, 256 * 1024);
    // One cipher for every sender, whatever each of them would prefer.
    SSL_CTX_set_ciphersuites(tls, "TLS_AES_128_GCM_SHA256");
    if (SSL_CTX_use_certificate_chain_file(tls, arguments[1]) != 1) return 1;
    if (SSL_CTX_use_PrivateKey_file(tls, arguments[2], SSL_FILETYPE_PEM) != 1) return 1;
#else
    return 1;
#endif
  }
  int door = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof address;
  if (bind(door, (struct sockaddr *)&address, size) || listen(door, 64)) return 1;
  getsockname(door, (struct sockaddr *)&address, &size);
  printf("%d\n", ntohs(address.sin_port));
  fflush(stdout);

  pthread_t thread;
  pthread_create(&thread, NULL, endWithStdin, NULL);
  for (;;) {
    int fd = accept(door, NULL, NULL);
    if (fd < 0) continue;
    int on = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (pthread_create(&thread, NULL, converse, (void *)(long)fd) == 0) pthread_detach(thread);
    else close(fd);
  }
}
