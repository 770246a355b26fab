/*
 * paced_sender HOST PORT SCHEDULE T0 SPIN
 *
 * The least that sends at given times: SCHEDULE holds the nanoseconds from the first datagram to each one, as int64; the first
 * leaves when the monotonic clock says T0. It sleeps until SPIN ns before a datagram and spins from there, as the replayer does:
 * no slack of the kernel's timers, no sleep longer than 50 ms, late ones at once. A negative SPIN never sleeps. Prints by how
 * many ns each was late, the clock read right before the send.
 */
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>

#define LENGTH 80 /* of the replayer's datagram of a quote */
#define LONGEST_SLEEP 50000000LL

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void sleep_until(long long moment) {
    struct timespec time = {.tv_sec = moment / 1000000000LL, .tv_nsec = moment % 1000000000LL};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL);
}

static void relax(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("isb");
#endif
}

static void wait_until(long long moment, long long spin) {
    for (;;) {
        long long at = now(), left = moment - at;
        if (left <= 0) return;
        if (spin >= 0 && left > spin)
            sleep_until(left - spin > LONGEST_SLEEP ? at + LONGEST_SLEEP : moment - spin);
        else
            relax();
    }
}

int main(int count, char **arguments) {
    if (count != 6) return 2;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(atoi(arguments[2]))};
    inet_pton(AF_INET, arguments[1], &address.sin_addr);
    int handle = socket(AF_INET, SOCK_DGRAM, 0);
    if (connect(handle, (struct sockaddr *) &address, sizeof address)) return 1;
    FILE *file = fopen(arguments[3], "rb");
    if (!file || fseek(file, 0, SEEK_END)) return 1;
    long datagrams = ftell(file) / sizeof(long long);
    rewind(file);
    long long *schedule = malloc(datagrams * sizeof(long long)), *lags = malloc(datagrams * sizeof(long long));
    if (fread(schedule, sizeof(long long), datagrams, file) != (size_t) datagrams) return 1;
    memset(lags, 1, datagrams * sizeof(long long)); /* no page is new while it sends */
    long long t0 = atoll(arguments[4]), spin = atoll(arguments[5]);
    prctl(PR_SET_TIMERSLACK, 1);

    char datagram[LENGTH] = {0};
    long failed = 0;
    for (long i = 0; i < datagrams; i++) {
        long long number = i + 1;
        memcpy(datagram, &number, sizeof number);
        wait_until(t0 + schedule[i], spin);
        long long at = now();
        failed += send(handle, datagram, LENGTH, 0) != LENGTH;
        lags[i] = at - t0 - schedule[i];
    }
    for (long i = 0; i < datagrams; i++) printf("%lld\n", lags[i]);
    return failed ? 1 : 0;
}
