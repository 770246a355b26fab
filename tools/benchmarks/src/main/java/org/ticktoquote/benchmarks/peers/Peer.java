package org.ticktoquote.benchmarks.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Program that receives the snapshots, in a separate process.
 *
 * @param name name in the table
 * @param sessions number of sessions
 * @param command command with {@code PORT} in place of the port
 */
record Peer(String name, int sessions, List<String> command) {
    private static final long TICKS_PER_SECOND = 100; // USER_HZ, on every Linux that Java runs on

    Peer {
        command = List.copyOf(command);
    }

    /** Starts the program with its output in a file. */
    Process start(int port, Path output) throws IOException {
        List<String> words = new ArrayList<>();
        command.forEach(word -> words.add(word.replace("PORT", Integer.toString(port))));
        return new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    /** CPU time of a process, user and system: proc(5), stat, fields 14 and 15. */
    static long cpuNs(Process process) throws IOException {
        String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        long ticks = Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
        return ticks * TimeUnit.SECONDS.toNanos(1) / TICKS_PER_SECOND;
    }
}
