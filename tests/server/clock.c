/*
 * The clock of the tests: the time of day is moved by QUDAO_CLOCK_OFFSET seconds, intervals stay real.
 * Three functions and no state but the offset: they are called from signal handlers of PostgreSQL too, where the time that a
 * larger library tells depends on what was interrupted, and a lock time-out that sees the real day never fires.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long ahead;

__attribute__((constructor)) static void read_offset(void) {
  const char *text = getenv("QUDAO_CLOCK_OFFSET");
  ahead = text == NULL ? 0 : atol(text);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  int failed = (int)syscall(SYS_clock_gettime, clock, now);
  if (failed == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += ahead;
  return failed;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  (void)zone;
  struct timespec exact;
  if (clock_gettime(CLOCK_REALTIME, &exact) != 0) return -1;
  now->tv_sec = exact.tv_sec;
  now->tv_usec = exact.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *kept) {
  struct timespec exact;
  if (clock_gettime(CLOCK_REALTIME, &exact) != 0) return -1;
  if (kept != NULL) *kept = exact.tv_sec;
  return exact.tv_sec;
}
