/*
 * The cost of reading the time, as t2q clocks measures it: 10,000 blocks of 100 calls timed as one with
 * clock_gettime(CLOCK_MONOTONIC), the first 10 dropped. Prints for each clock: name min max average median, in ns per call.
 */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

enum { BLOCKS = 10000, CALLS = 100, DROPPED = 10 };

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static volatile int64_t sink;

static int64_t monotonic(void) {
    return now();
}

static int64_t realtime(void) {
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static int64_t time_of_day(void) {
    struct timeval time;
    gettimeofday(&time, NULL);
    return time.tv_sec * INT64_C(1000000) + time.tv_usec;
}

#if defined(__x86_64__)
static int64_t counter(void) {
    uint32_t low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    return (int64_t)((uint64_t)high << 32 | low);
}
#elif defined(__aarch64__)
static int64_t counter(void) {
    uint64_t ticks;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
    return (int64_t)ticks;
}
#endif

static int ascending(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

#define MEASURE(NAME, READ)                                                     \
    do {                                                                        \
        static int64_t blocks[BLOCKS];                                          \
        for (int i = 0; i < BLOCKS; i++) {                                      \
            int64_t sum = 0, before = now();                                    \
            for (int call = 0; call < CALLS; call++) {                          \
                sum += READ();                                                  \
            }                                                                   \
            blocks[i] = now() - before;                                         \
            sink = sum;                                                         \
        }                                                                       \
        report(NAME, blocks + DROPPED, BLOCKS - DROPPED);                       \
    } while (0)

static void report(const char *name, int64_t *blocks, int count) {
    double sum = 0;
    qsort(blocks, count, sizeof *blocks, ascending);
    for (int i = 0; i < count; i++) {
        sum += blocks[i];
    }
    printf("%s %.2f %.2f %.2f %.2f\n", name, (double)blocks[0] / CALLS, (double)blocks[count - 1] / CALLS,
           sum / count / CALLS, (double)blocks[(count - 1) / 2] / CALLS);
}

int main(void) {
    MEASURE("monotonic", monotonic);
    MEASURE("realtime", realtime);
    MEASURE("gettimeofday", time_of_day);
#if defined(__x86_64__) || defined(__aarch64__)
    MEASURE("counter", counter);
#endif
    return 0;
}
