package org.ticktoquote.core.journal;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A process that appends to a journal and prints its progress until it is killed. */
final class KilledWriter {
    private KilledWriter() {}

    static Process start(Path journal) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> flag.startsWith("--"))
                .forEach(command::add);
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        command.addAll(List.of("-Xmx32m", "-cp", classPath, KilledWriter.class.getName(), journal.toString()));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    public static void main(String[] args) {
        JournalWriter writer = Counted.writer(Path.of(args[0]), 1_000);
        while (!System.out.checkError()) {
            Counted.writeTo(writer, writer.committed() + 100);
            System.out.println(writer.committed());
        }
    }
}
