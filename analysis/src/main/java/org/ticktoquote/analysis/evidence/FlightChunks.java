package org.ticktoquote.analysis.evidence;

import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.ticktoquote.core.evidence.FlightChunk;
import org.ticktoquote.core.file.RegularFile;

/**
 * Chunks of a flight recording up to the first damaged one. The JDK reads only complete files, so it gets a copy of the
 * complete chunks.
 *
 * @param damage description of the damage after the last chunk; empty if the file is intact
 */
record FlightChunks(Path file, List<FlightChunk> all, String damage) {
    /** Larger than any recording of a run. */
    private static final long MAX_BYTES = 1L << 30;

    FlightChunks {
        all = List.copyOf(all);
    }

    static FlightChunks of(Path path) throws IOException {
        List<FlightChunk> all = new ArrayList<>();
        try (FileChannel file = FileChannel.open(RegularFile.require(path))) {
            if (file.size() == 0) {
                return new FlightChunks(path, all, "is empty");
            }
            if (file.size() > MAX_BYTES) {
                return new FlightChunks(
                        path, all, "is of " + file.size() + " bytes, expected no more than " + MAX_BYTES);
            }
            try {
                for (long at = 0; at < file.size(); at = all.get(all.size() - 1).end()) {
                    all.add(FlightChunk.at(file, at));
                }
            } catch (IOException damage) {
                return new FlightChunks(path, all, String.valueOf(damage.getMessage()));
            }
        }
        return new FlightChunks(path, all, "");
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    /** Returns the start of the first chunk, since 1970-01-01 UTC. */
    long startNs() {
        return all.get(0).startNs();
    }

    /** Returns the chunks that overlap an interval; each lasts until the next one begins. */
    FlightChunks between(long fromNs, long toNs) {
        List<FlightChunk> touching = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            boolean over = i + 1 < all.size() && all.get(i + 1).startNs() <= fromNs;
            if (!over && all.get(i).startNs() < toNs) {
                touching.add(all.get(i));
            }
        }
        return new FlightChunks(file, touching, damage);
    }

    /**
     * Writes the chunks to an empty file.
     *
     * @throws IOException if the recording was truncated or replaced since it was inspected; the message states which
     */
    void copyTo(Path copy) throws IOException {
        try (FileChannel from = FileChannel.open(file);
                FileChannel to = FileChannel.open(copy, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            for (FlightChunk chunk : all) {
                long begin = to.position();
                for (long at = chunk.position(); at < chunk.end(); ) {
                    long moved = from.transferTo(at, chunk.end() - at, to);
                    if (moved == 0) {
                        throw new EOFException("it was truncated while it was read");
                    }
                    at += moved;
                }
                if (!FlightChunk.at(to, begin).isLike(chunk)) {
                    throw new IOException("it was replaced while it was read");
                }
            }
        }
    }
}
