package org.ticktoquote.core.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Processes that do the same concurrently. Each reports that it is ready and waits for the start signal. */
final class Contenders implements AutoCloseable {
    private final List<Process> processes = new ArrayList<>();

    Contenders(int count, Class<?> main, String... arguments) throws IOException {
        for (int i = 0; i < count; i++) {
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1",
                    "-XX:+UseSerialGC",
                    "-cp",
                    System.getProperty("java.class.path"),
                    main.getName()));
            command.addAll(List.of(arguments));
            processes.add(new ProcessBuilder(command).redirectErrorStream(true).start());
        }
        for (Process each : processes) {
            if (each.getInputStream().read() != '.') {
                throw new IOException("a contender did not start: "
                        + new String(each.getInputStream().readAllBytes()));
            }
        }
    }

    /** Called in a contender. Returns when all are ready. */
    static void await() throws IOException {
        System.out.print('.');
        System.out.flush();
        int token = System.in.read();
        if (token != '!') {
            throw new IOException("no start signal: " + token);
        }
    }

    /** Sends the start signal and returns the output of each process. */
    List<String> run() throws IOException, InterruptedException {
        for (Process each : processes) {
            each.getOutputStream().write('!');
            each.getOutputStream().flush();
        }
        List<String> outputs = new ArrayList<>();
        for (Process each : processes) {
            String text = new String(each.getInputStream().readAllBytes()).strip();
            if (!each.waitFor(60, TimeUnit.SECONDS)) {
                throw new IOException("a contender did not end: " + text);
            }
            outputs.add(text);
        }
        return outputs;
    }

    void awaitEnd() throws InterruptedException {
        for (Process each : processes) {
            each.waitFor();
        }
    }

    @Override
    public void close() {
        processes.forEach(Process::destroyForcibly);
    }
}
