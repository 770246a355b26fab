/*
 * bare_client HOST PORT SESSIONS LENGTH loop|threads FROM TO
 *
 * The least that receives: connects, says who it is, reads and takes the time after each read. Messages have LENGTH bytes, so
 * that the time at which each arrived is known without looking at it. "loop": one thread, epoll. "threads": one each, read.
 * At the end of its input it prints the 50th and 99th percentile of last less first arrival of messages FROM to TO, in ns.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define MOST 256
#define KEPT (1 << 21)

static int length, sessions, handles[MOST];
static long long bytes_of[MOST];
static long long *arrivals[MOST]; /* by message, the newest KEPT of them */

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

/* 0 at the end */
static int take(int session, char *buffer, int size) {
    ssize_t count = read(handles[session], buffer, size);
    long long at = now();
    if (count <= 0) return count < 0 && errno == EAGAIN;
    long long from = bytes_of[session] / length, to = (bytes_of[session] += count) / length;
    for (; from < to; from++) arrivals[session][from % KEPT] = at;
    return 1;
}

static void *alone(void *argument) {
    char buffer[65536];
    while (take((int) (long) argument, buffer, sizeof buffer)) { }
    return NULL;
}

static void together(void) {
    char buffer[65536];
    struct epoll_event events[MOST];
    int poll = epoll_create1(0), open = sessions;
    for (int i = 0; i < sessions; i++) {
        struct epoll_event wanted = {.events = EPOLLIN, .data.u32 = i};
        epoll_ctl(poll, EPOLL_CTL_ADD, handles[i], &wanted);
    }
    while (open > 0) {
        int ready = epoll_wait(poll, events, MOST, -1);
        for (int i = 0; i < ready; i++)
            if (!take(events[i].data.u32, buffer, sizeof buffer)) {
                epoll_ctl(poll, EPOLL_CTL_DEL, handles[events[i].data.u32], NULL);
                open--;
            }
    }
}

static int ascending(const void *a, const void *b) {
    long long x = *(const long long *) a, y = *(const long long *) b;
    return (x > y) - (x < y);
}

int main(int count, char **arguments) {
    if (count != 8) return 2;
    sessions = atoi(arguments[3]);
    length = atoi(arguments[4]);
    if (sessions > MOST) return 2;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(atoi(arguments[2]))};
    inet_pton(AF_INET, arguments[1], &address.sin_addr);
    for (int i = 0; i < sessions; i++) {
        char hello[64];
        int one = 1;
        handles[i] = socket(AF_INET, SOCK_STREAM, 0);
        arrivals[i] = calloc(KEPT, sizeof(long long));
        if (connect(handles[i], (struct sockaddr *) &address, sizeof address)) return 1;
        setsockopt(handles[i], IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        int size = snprintf(hello, sizeof hello, "35=bare\00149=CLIENT-%02d\001", i);
        if (write(handles[i], hello, size) != size) return 1;
    }
    if (strcmp(arguments[5], "loop") == 0) {
        together();
    } else {
        pthread_t threads[MOST];
        for (long i = 0; i < sessions; i++) pthread_create(&threads[i], NULL, alone, (void *) i);
        for (int i = 0; i < sessions; i++) pthread_join(threads[i], NULL);
    }
    long long complete = bytes_of[0] / length;
    for (int i = 1; i < sessions; i++)
        if (bytes_of[i] / length < complete) complete = bytes_of[i] / length;
    long long from = atoll(arguments[6]), to = atoll(arguments[7]);
    if (complete > KEPT || to > complete) return 3; /* something is not kept any more, or never came */
    long long *skews = calloc(to - from, sizeof(long long));
    for (long long message = from; message < to; message++) {
        long long first = arrivals[0][message], last = first;
        for (int i = 1; i < sessions; i++) {
            long long at = arrivals[i][message];
            if (at < first) first = at;
            if (at > last) last = at;
        }
        skews[message - from] = last - first;
    }
    qsort(skews, to - from, sizeof(long long), ascending);
    printf("skew %lld %lld\n", skews[(to - from) / 2], skews[(to - from) * 99 / 100]);
    return 0;
}
