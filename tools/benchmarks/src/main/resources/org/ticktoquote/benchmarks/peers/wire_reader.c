/*
 * The least that wire mode has to do, without the JVM: wire_reader CAPTURE FEED-PORT FIX-PORT FOLDER
 *
 * Reads a pcap of Ethernet and IPv4, puts the TCP streams from FIX-PORT together (out of order, retransmissions), cuts FIX
 * messages by BodyLength, checks CheckSum, reads 34, 35, 49, 52, 56, 55 and of each entry 269, 270, 271, 299, and writes
 * records of 80 bytes with a CRC-32C: of each 35=W to quotes-NN, of each SBE tick to FEED-PORT to ticks, and its id to ids.
 * It knows the roles, no IPv6, no VLAN, no fragments, no holes, no duplicates, no stamps of switches and no damage.
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __SSE4_2__
#include <nmmintrin.h>
#endif

#define CONNECTIONS 1024
#define PIECES 256
#define LONGEST (1 << 18)
#define SYMBOLS 64

typedef struct {
    int file;
    size_t filled;
    uint64_t records;
    unsigned char bytes[1 << 18];
} journal;

typedef struct {
    uint32_t sequence;
    uint32_t length;
    const unsigned char *data;
    int64_t time;
} piece;

typedef struct {
    uint64_t key;
    int begun;
    uint32_t next;
    int pieces;
    piece late[PIECES];
    size_t carried;
    unsigned char *carry;
    journal *quotes;
} connection;

static connection table[CONNECTIONS];
static journal ticks, ids;
static char symbols[SYMBOLS][16];
static int symbolCount;
static const char *folder;
static int sessions;
static uint64_t messages, bad;

static uint32_t checksum(const unsigned char *bytes, size_t length) {
    uint64_t crc = 0xffffffff;
#ifdef __SSE4_2__
    for (; length >= 8; bytes += 8, length -= 8) {
        uint64_t word;
        memcpy(&word, bytes, 8);
        crc = _mm_crc32_u64(crc, word);
    }
    for (; length > 0; bytes++, length--) {
        crc = _mm_crc32_u8(crc, *bytes);
    }
#else
    for (; length > 0; bytes++, length--) {
        crc ^= *bytes;
        for (int i = 0; i < 8; i++) {
            crc = crc >> 1 ^ (crc & 1 ? 0x82f63b78 : 0);
        }
    }
#endif
    return ~(uint32_t) crc;
}

static void drain(journal *to) {
    for (size_t done = 0; done < to->filled;) {
        ssize_t some = write(to->file, to->bytes + done, to->filled - done);
        if (some <= 0) {
            perror("write");
            exit(1);
        }
        done += some;
    }
    to->filled = 0;
}

static void open_journal(journal *to, const char *name, int number) {
    char path[4096];
    snprintf(path, sizeof path, number < 0 ? "%s/%s" : "%s/%s-%02d", folder, name, number);
    to->file = open(path, O_CREAT | O_WRONLY | O_TRUNC, 0600);
    if (to->file < 0) {
        perror(path);
        exit(1);
    }
    memset(to->bytes, 0, 4096); /* a header */
    to->filled = 4096;
}

static unsigned char *claim(journal *to, size_t length) {
    if (to->filled + length + 8 > sizeof to->bytes) {
        drain(to);
    }
    return to->bytes + to->filled;
}

static void commit(journal *to, size_t length) {
    unsigned char *at = to->bytes + to->filled;
    uint32_t check[2] = {(uint32_t) to->records++, checksum(at, length)};
    memcpy(at + length, check, 8);
    to->filled += length + 8;
}

static void put(unsigned char *at, int64_t value) {
    memcpy(at, &value, 8);
}

static int64_t number(const unsigned char *from, const unsigned char *to) {
    int64_t value = 0;
    for (; from < to; from++) {
        value = value * 10 + (*from - '0');
    }
    return value;
}

/* In units of 1e-9. */
static int64_t price(const unsigned char *from, const unsigned char *to) {
    static const int64_t scale[] = {1000000000, 100000000, 10000000, 1000000, 100000, 10000, 1000, 100, 10, 1};
    int64_t value = 0;
    int decimals = 0;
    int behind = 0;
    for (; from < to; from++) {
        if (*from == '.') {
            behind = 1;
        } else {
            value = value * 10 + (*from - '0');
            decimals += behind;
        }
    }
    return value * scale[decimals];
}

static int symbol(const unsigned char *from, const unsigned char *to) {
    size_t length = to - from;
    for (int i = 0; i < symbolCount; i++) {
        if (symbols[i][length] == 0 && memcmp(symbols[i], from, length) == 0) {
            return i;
        }
    }
    return 65535;
}

static void message(connection *from, const unsigned char *at, const unsigned char *end, int64_t time, int place) {
    int64_t sequence = 0, id = INT64_MIN, bid = INT64_MIN, ask = INT64_MIN, bidSize = 0, askSize = 0, value = 0, size = 0;
    const unsigned char *sender = at, *target = at, *sent = at;
    int type = 0, instrument = 65535, side = 0;
    while (at < end) {
        unsigned tag = 0;
        for (; *at != '='; at++) {
            tag = tag * 10 + (*at - '0');
        }
        at++;
        const unsigned char *stop = at;
        while (*stop != 1) {
            stop++;
        }
        switch (tag) {
        case 34: sequence = number(at, stop); break;
        case 35: type = *at; break;
        case 49: sender = at; break;
        case 52: sent = at; break;
        case 56: target = at; break;
        case 55: instrument = symbol(at, stop); break;
        case 299: id = number(at, stop); break;
        case 269:
            if (side == '0' && (bid == INT64_MIN || value > bid)) { bid = value; bidSize = size; }
            if (side == '1' && (ask == INT64_MIN || value < ask)) { ask = value; askSize = size; }
            side = *at;
            break;
        case 270: value = price(at, stop); break;
        case 271: size = number(at, stop); break;
        default: break;
        }
        at = stop + 1;
    }
    if (side == '0' && (bid == INT64_MIN || value > bid)) { bid = value; bidSize = size; }
    if (side == '1' && (ask == INT64_MIN || value < ask)) { ask = value; askSize = size; }
    messages++;
    if (type != 'W' || sender == target || *sent != '2') {
        return;
    }
    unsigned char *to = claim(from->quotes, 72);
    put(to, time);
    put(to + 8, id);
    put(to + 16, bid);
    put(to + 24, ask);
    put(to + 32, bidSize);
    put(to + 40, askSize);
    put(to + 48, sequence);
    put(to + 56, 0);
    put(to + 64, instrument | (int64_t) place << 48);
    commit(from->quotes, 72);
}

/* Cuts messages; returns how many bytes belong to no whole one yet. */
static size_t frame(connection *from, const unsigned char *bytes, size_t length, int64_t time) {
    size_t at = 0;
    int place = 0;
    while (length - at > 20) {
        const unsigned char *begin = bytes + at;
        if (begin[0] != '8' || begin[1] != '=') {
            bad++;
            at++;
            continue;
        }
        const unsigned char *p = memchr(begin, 1, length - at);
        if (p == NULL || p + 3 > bytes + length) {
            break;
        }
        size_t body = 0;
        for (p += 3; p < bytes + length && *p != 1; p++) {
            body = body * 10 + (*p - '0');
        }
        size_t whole = (size_t) (p + 1 - begin) + body + 7;
        if (whole > length - at) {
            break;
        }
        unsigned sum = 0;
        for (size_t i = 0; i < whole - 7; i++) {
            sum += begin[i];
        }
        const unsigned char *trailer = begin + whole - 7;
        if ((sum & 255) == number(trailer + 3, trailer + 6)) {
            message(from, p + 1, trailer, time, place++);
        } else {
            bad++;
        }
        at += whole;
    }
    return length - at;
}

static void deliver(connection *to, const unsigned char *data, size_t length, int64_t time) {
    if (to->carried > 0) {
        memcpy(to->carry + to->carried, data, length);
        size_t all = to->carried + length;
        size_t left = frame(to, to->carry, all, time);
        memmove(to->carry, to->carry + all - left, left);
        to->carried = left;
    } else {
        size_t left = frame(to, data, length, time);
        memcpy(to->carry, data + length - left, left);
        to->carried = left;
    }
    to->next += length;
}

static void segment(connection *to, uint32_t sequence, const unsigned char *data, uint32_t length, int64_t time) {
    int32_t ahead = (int32_t) (sequence - to->next);
    if (ahead > 0) {
        if (to->pieces < PIECES) {
            to->late[to->pieces++] = (piece){sequence, length, data, time};
        }
        return;
    }
    if (ahead < 0) {
        if ((int32_t) (sequence + length - to->next) <= 0) {
            return;
        }
        data -= ahead;
        length += ahead;
    }
    deliver(to, data, length, time);
    for (int i = 0; i < to->pieces; i++) {
        piece *some = &to->late[i];
        int32_t behind = (int32_t) (to->next - some->sequence);
        if (behind >= 0) {
            if (behind < (int32_t) some->length) {
                deliver(to, some->data + behind, some->length - behind, some->time > time ? some->time : time);
            }
            *some = to->late[--to->pieces];
            i = -1;
        }
    }
}

static connection *find(uint64_t key) {
    size_t slot = key * 0x9e3779b97f4a7c15u >> 54;
    while (table[slot].key != 0 && table[slot].key != key) {
        slot = (slot + 1) % CONNECTIONS;
    }
    if (table[slot].key == 0) {
        table[slot].key = key;
        table[slot].carry = malloc(2 * LONGEST);
        table[slot].quotes = calloc(1, sizeof(journal));
        open_journal(table[slot].quotes, "quotes", sessions++);
    }
    return &table[slot];
}

static uint32_t big32(const unsigned char *at) {
    return (uint32_t) at[0] << 24 | at[1] << 16 | at[2] << 8 | at[3];
}

static uint32_t big16(const unsigned char *at) {
    return at[0] << 8 | at[1];
}

static void sbe(const unsigned char *at, const unsigned char *end, int64_t time) {
    for (at += 20; at + 8 <= end;) {
        uint16_t header[4];
        memcpy(header, at, 8);
        const unsigned char *block = at + 8;
        if (header[1] == 1) {
            unsigned char *to = claim(&ticks, 72);
            memcpy(to, block, 8);
            put(to + 8, time);
            put(to + 16, time);
            memcpy(to + 24, block + 8, 40);
            memset(to + 64, 0, 8);
            memcpy(to + 64, block + 48, 4);
            commit(&ticks, 72);
            to = claim(&ids, 8);
            memcpy(to, block, 8);
            commit(&ids, 8);
        } else if (header[1] == 5 && symbolCount < SYMBOLS) {
            memcpy(symbols[symbolCount++], block + header[0] - 16, 15);
        }
        at = block + header[0];
    }
}

int main(int count, char **arguments) {
    if (count != 5) {
        fprintf(stderr, "wire_reader CAPTURE FEED-PORT FIX-PORT FOLDER\n");
        return 2;
    }
    unsigned feed = atoi(arguments[2]), fix = atoi(arguments[3]);
    folder = arguments[4];
    int file = open(arguments[1], O_RDONLY);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0) {
        perror(arguments[1]);
        return 1;
    }
    const unsigned char *bytes = mmap(NULL, status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    if (bytes == MAP_FAILED) {
        perror("mmap");
        return 1;
    }
    madvise((void *) bytes, status.st_size, MADV_SEQUENTIAL);
    open_journal(&ticks, "ticks", -1);
    open_journal(&ids, "ids", -1);
    const unsigned char *at = bytes + 24, *end = bytes + status.st_size;
    while (at + 16 <= end) {
        int64_t time = (int64_t) big32(at) * 1000000000 + big32(at + 4);
        uint32_t captured = big32(at + 8);
        const unsigned char *ip = at + 16 + 14;
        at += 16 + captured;
        if (at > end) {
            break;
        }
        if (big16(ip - 2) != 0x0800 || (ip[0] & 0xf0) != 0x40 || (big16(ip + 6) & 0x3fff) != 0) {
            continue;
        }
        const unsigned char *transport = ip + (ip[0] & 15) * 4, *stop = ip + big16(ip + 2);
        if (ip[9] == 17) {
            if (big16(transport + 2) == feed) {
                sbe(transport + 8, stop, time);
            }
        } else if (ip[9] == 6 && big16(transport) == fix) {
            const unsigned char *data = transport + (transport[12] >> 4) * 4;
            uint32_t sequence = big32(transport + 4);
            connection *to = find((uint64_t) big32(ip + 16) << 32 | big32(transport));
            if (!to->begun || (transport[13] & 2) != 0) {
                to->begun = 1;
                to->next = (transport[13] & 2) != 0 ? sequence + 1 : sequence;
            }
            if (stop > data) {
                segment(to, sequence, data, stop - data, time);
            }
        }
    }
    drain(&ticks);
    drain(&ids);
    for (int i = 0; i < CONNECTIONS; i++) {
        if (table[i].key != 0) {
            drain(table[i].quotes);
        }
    }
    printf("%llu messages, %llu bad, %llu ticks, %d sessions\n", (unsigned long long) messages, (unsigned long long) bad,
           (unsigned long long) ticks.records, sessions);
    return 0;
}
