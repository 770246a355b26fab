"""Reads the files of a run directory as docs/formats.md describes them. Python 3, standard library only."""

import base64
import hashlib
import json
import os
import struct
import uuid
import zlib

NONE = -(1 << 63)


class Refused(Exception):
    """A file is not what the page says."""


def require(sound, file, what):
    if not sound:
        raise Refused("%s: %s" % (file, what))


def _crc_table():
    table = []
    for word in range(1 << 16):
        crc = word
        for _ in range(16):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
        table.append(crc)
    return table


_CRC = _crc_table()


def crc32c(data):
    """CRC-32C of an even number of bytes."""
    table = _CRC
    crc = 0xFFFFFFFF
    for word in struct.unpack("<%dH" % (len(data) // 2), data):
        crc = table[(crc ^ word) & 0xFFFF] ^ crc >> 16
    return crc ^ 0xFFFFFFFF


# ---- journals

HEADER = 4096
OPEN, CLOSED, CONTINUED = 0, 1, 2


class Kind:
    """A kind of record: schema id and version, layout, and where its times that never fall stand."""

    def __init__(self, schema, version, layout, rising):
        self.schema, self.version, self.rising = schema, version, rising
        self.layout = struct.Struct("<" + layout)


TICK = Kind(1, 1, "8qHBBI", (1, 2))
EVENT = Kind(2, 1, "8qHBBHH", (0,))
HICCUP = Kind(3, 1, "3q", (0, 1))
TRUTH_TICK = Kind(11, 1, "7qHBBi", ())
TRUTH_QUOTE = Kind(12, 1, "6qHHBBH", ())
SOURCE_ID = Kind(100, 1, "q", ())


def kind_of(name):
    for start, kind in (
        ("ticks", TICK),
        ("warmup", TICK),
        ("quotes-", EVENT),
        ("hiccups-", HICCUP),
        ("truth-ticks", TRUTH_TICK),
        ("truth-quotes", TRUTH_QUOTE),
        ("source-ids", SOURCE_ID),
    ):
        if name.startswith(start):
            return kind
    raise Refused("%s.journal: no journal of this name is known" % name)


def owner(file, data, run, name):
    """Whose a file is: 16 bytes of an identity, 64 of a name."""
    most, least, whose = struct.unpack("<8s8s64s", data)
    identity = uuid.UUID(bytes=most[::-1] + least[::-1])
    require(identity == run, file, "is of run %s, expected %s" % (identity, run))
    require(whose.rstrip(b"\0") == name.encode("ascii"), file, "is %r of the run" % whose.rstrip(b"\0"))


class Journal:
    """All records of a journal, over all its segments, each held against its check."""

    def __init__(self, path, run):
        name = os.path.basename(path)[: -len(".journal")]
        kind = kind_of(name)
        self.path, self.records = path, []
        self.start = self.end = None
        segment, state = 0, CONTINUED
        while state == CONTINUED:
            file = path + (".%d" % segment if segment else "")
            with open(file, "rb") as content:
                data = content.read()
            state = self._segment(file, data, kind, segment, run, name)
            segment += 1
        require(state == CLOSED, path, "was not closed")
        for place in kind.rising:
            times = [record[place] for record in self.records]
            require(all(a <= b for a, b in zip(times, times[1:])), path, "times fall")

    def _segment(self, file, data, kind, segment, run, name):
        require(len(data) >= HEADER, file, "is shorter than its header")
        magic, version, schema, schema_version, length, index, unused, before, capacity, count, state = struct.unpack_from(
            "<8s6i3qi", data
        )
        require(magic == b"T2QJRNL1", file, "magic is %r" % magic)
        require(version == 3, file, "header version is %d, expected 3" % version)
        require((schema, schema_version) == (kind.schema, kind.version), file, "schema %d version %d" % (schema, schema_version))
        require(length == kind.layout.size, file, "record length is %d" % length)
        require(index == segment and before == len(self.records) and unused == 0, file, "is not segment %d" % segment)
        require(0 <= count <= capacity, file, "committed count is %d of %d" % (count, capacity))
        clocks = struct.unpack_from("<6q", data, 64)
        owner(file, data[112:192], run, name)
        require(state in (OPEN, CLOSED, CONTINUED), file, "state is %d" % state)
        if state != OPEN:
            (found,) = struct.unpack_from("<I", data, 192)
            expected = crc32c(data[0:56] + struct.pack("<i", state) + data[64:192])
            require(found == expected, file, "header checksum is %08x, expected %08x" % (found, expected))
        stride = length + 8
        require(HEADER + count * stride <= len(data), file, "was cut")
        if state == CLOSED:
            require(len(data) == HEADER + count * stride, file, "has %d bytes" % len(data))
            self.end = clocks[3:]
        if segment == 0:
            self.start = clocks[:3]
        for at in range(HEADER, HEADER + count * stride, stride):
            number, found = struct.unpack_from("<II", data, at + length)
            require(number == len(self.records) & 0xFFFFFFFF, file, "record %d stands at byte %d" % (number, at))
            expected = crc32c(data[at : at + length])
            require(found == expected, file, "checksum at byte %d is %08x, expected %08x" % (at, found, expected))
            self.records.append(kind.layout.unpack_from(data, at))
        return state


# ---- JSON

def load(path, version=None):
    try:
        with open(path, encoding="utf-8") as content:
            value = json.load(content)
    except ValueError as e:
        raise Refused("%s: %s" % (path, e))
    if version is not None:
        found = value.get("formatVersion")
        require(found == version, path, "format version is %s, expected %d" % (found, version))
    return value


SEAL_BEFORE, SEAL_AFTER = b',\n  "sha256" : "', b'"\n}\n'


def sealed(path, version=None):
    """A JSON file whose last member is the SHA-256 of the bytes before it."""
    value = load(path, version)
    with open(path, "rb") as content:
        data = content.read()
    length = len(data) - len(SEAL_BEFORE) - 64 - len(SEAL_AFTER)
    digest = hashlib.sha256(data[: max(0, length)]).hexdigest()
    require(data[max(0, length) :] == SEAL_BEFORE + digest.encode() + SEAL_AFTER, path, "does not end with its SHA-256")
    return value


# ---- histograms

def histogram(text, file):
    """Counts by the highest value of their bucket, of HdrHistogram's compressed form in Base64."""
    data = base64.b64decode(text)
    cookie, length = struct.unpack_from(">ii", data)
    require(cookie == 0x1C849314, file, "a histogram's cookie is %08x" % cookie)
    data = zlib.decompress(data[8 : 8 + length])
    cookie, length, offset, digits = struct.unpack_from(">4i", data)
    require((cookie, offset, digits) == (0x1C849313, 0, 3), file, "a histogram's header is not that of the page")
    counts, index, at = {}, 0, 40
    while at < 40 + length:
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte if shift == 56 else byte & 0x7F) << shift
            shift += 7
            if shift > 56 or not byte & 0x80:
                break
        value = value >> 1 ^ -(value & 1)
        if value < 0:
            index -= value
        else:
            if value:
                counts[highest_of_index(index)] = value
            index += 1
    return counts


def highest_of_index(index):
    if index < 2048:
        return index
    shift = (index >> 10) - 1
    return ((index & 1023) + 1024 + 1 << shift) - 1


def highest_of(value):
    """The highest value of the bucket that a value is in."""
    shift = max(0, value.bit_length() - 11)
    return ((value >> shift) + 1 << shift) - 1


# ---- tick-results.bin

class TickResults:
    """One record for each tick and one cell for each session."""

    def __init__(self, path, run):
        with open(path, "rb") as content:
            data = content.read()
        require(data[:8] == b"T2QTICKR", path, "magic is %r" % data[:8])
        version, length, self.sessions, unused, self.ticks = struct.unpack_from("<4iq", data, 8)
        require(version == 4, path, "version is %d, expected 4" % version)
        owner(path, data[32:112], run, os.path.basename(path)[: -len(".bin")])
        require(length == 80 + 8 * self.sessions, path, "record length is %d" % length)
        require(len(data) == 4096 + length * self.ticks, path, "has %d bytes" % len(data))
        (found,) = struct.unpack_from("<I", data, 112)
        expected = crc32c(data[:112] + bytes(4) + data[116:])
        require(found == expected, path, "checksum is %08x, expected %08x" % (found, expected))
        layout = struct.Struct("<8qHHiq%dq" % self.sessions)
        self.records = [layout.unpack_from(data, 4096 + length * i) for i in range(self.ticks)]


# ---- recordings

def recording(path):
    """Instruments, venues and the messages of a recording: the 52 bytes of each quote."""
    with open(path, "rb") as content:
        data = content.read()
    require(data[:8] == b"T2QREC01", path, "magic is %r" % data[:8])
    version, header, found, schema, schema_version, length, instruments, venues = struct.unpack_from("<2iI5i", data, 8)
    require(version == 1, path, "version is %d, expected 1" % version)
    require((schema, schema_version, length) == (7402, 1, 60), path, "messages are of another schema")
    expected = crc32c(data[:16] + bytes(4) + data[20:header])
    require(found == expected, path, "header checksum is %08x, expected %08x" % (found, expected))
    count, first, last, announcement = struct.unpack_from("<4q", data, 40)
    require(len(data) == header + count * 60, path, "has %d bytes" % len(data))
    require(hashlib.sha256(data[header:]).digest() == data[72:104], path, "messages are not those of the checksum")
    named = [struct.unpack_from("<qq16s", data, 128 + 32 * i) for i in range(instruments)]
    at = 128 + 32 * instruments
    names = [data[at + 16 * i : at + 16 * i + 16].rstrip(b"\0").decode("ascii") for i in range(venues)]
    quotes = [data[at + 8 : at + 60] for at in range(header, len(data), 60)]
    return [(pip, tick, name.rstrip(b"\0").decode("ascii")) for pip, tick, name in named], names, announcement, quotes
