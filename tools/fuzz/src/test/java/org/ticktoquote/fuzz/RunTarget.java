package org.ticktoquote.fuzz;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.ticktoquote.analysis.Analysis;

/**
 * Analysis of a small run with one file from the fuzzer.
 *
 * @param file its name
 * @param recordLength of a journal, 0 for any other file
 */
record RunTarget(String file, int recordLength) implements FuzzTarget {
    private static final int HEADER = 4096;
    private static final int USED_HEADER = 196;
    private static final int STATE_END = 60;
    private static final int CLOCKS = 64;
    private static final int HEADER_CHECKSUM = 192;
    private static final int RECORD_CHECK = 8;

    @Override
    public void read(byte[] input, Path folder) throws IOException {
        for (Map.Entry<String, byte[]> each : SmallRun.FILES.entrySet()) {
            Files.write(folder.resolve(each.getKey()), each.getValue());
        }
        Files.write(folder.resolve(file), input);
        Analysis.of(folder).writeFiles();
    }

    /**
     * Adds two variants of a journal: with the unused part of the header, which inputs lack, and also with correct
     * checksums.
     */
    @Override
    public List<byte[]> variants(byte[] input) {
        if (file.equals("run.json")) {
            return List.of(input, SealedFile.sealed(input));
        }
        if (recordLength == 0) {
            return List.of(input);
        }
        byte[] journal = Arrays.copyOf(input, HEADER + Math.max(0, input.length - USED_HEADER));
        Arrays.fill(journal, Math.min(USED_HEADER, input.length), HEADER, (byte) 0);
        if (input.length > USED_HEADER) {
            System.arraycopy(input, USED_HEADER, journal, HEADER, input.length - USED_HEADER);
        }
        return List.of(input, journal, mended(journal.clone()));
    }

    private byte[] mended(byte[] journal) {
        ByteBuffer fields = ByteBuffer.wrap(journal).order(ByteOrder.LITTLE_ENDIAN);
        int stride = recordLength + RECORD_CHECK;
        for (int i = 0; HEADER + (i + 1) * stride <= journal.length; i++) {
            int at = HEADER + i * stride;
            CRC32C crc = new CRC32C();
            crc.update(journal, at, recordLength);
            fields.putInt(at + recordLength, i);
            fields.putInt(at + recordLength + Integer.BYTES, (int) crc.getValue());
        }
        CRC32C crc = new CRC32C();
        crc.update(journal, 0, STATE_END);
        crc.update(journal, CLOCKS, HEADER_CHECKSUM - CLOCKS);
        fields.putInt(HEADER_CHECKSUM, (int) crc.getValue());
        return journal;
    }

    @Override
    public Map<String, byte[]> seeds() {
        byte[] content = SmallRun.FILES.getOrDefault(file, gcLog());
        if (recordLength == 0) {
            return Map.of("small", content);
        }
        byte[] compact = Arrays.copyOf(content, content.length - HEADER + USED_HEADER);
        System.arraycopy(content, HEADER, compact, USED_HEADER, content.length - HEADER);
        return Map.of("small", compact);
    }

    private static byte[] gcLog() {
        return "[1500ns][1.5s][7][gc] GC(3) Pause Young (Normal) 10M->2M(20M) 0.001ms\n"
                .getBytes(StandardCharsets.US_ASCII);
    }
}
