package org.ticktoquote.host.jvm;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.core.file.RegularFile;

/**
 * Copies an application's collector log from its own location into the run directory, including rotated parts
 * {@code FILE.0}, {@code FILE.1}, and so on. The JVM can still be writing: each copy ends with the last complete line.
 */
public final class GcLogFiles {
    private static final String ROTATED = "(\\.\\d{1,6}(\\.current)?)?";
    private static final int BLOCK = 1 << 16;

    private GcLogFiles() {}

    /**
     * Copies the parts written since a given time.
     *
     * @param log file of the application
     * @param target name in the run directory; rotated parts keep their suffixes
     * @param sinceMs milliseconds since 1970-01-01 UTC; skips parts last written before
     * @throws org.ticktoquote.core.command.ProblemException if the log does not exist, was not written since, or cannot be
     * copied
     */
    public static void copy(Path log, Path target, long sinceMs) {
        FileAccess.change(log, "cannot be copied", () -> {
            List<Path> parts = parts(log);
            if (parts.isEmpty()) {
                throw Problem.of("--app-gc-log")
                        .value(log)
                        .fault("no such file")
                        .expected("the file that the application's JVM logs its collections to")
                        .exception(ExitStatus.ENVIRONMENT);
            }
            boolean copied = false;
            for (Path part : parts) {
                Path copy = target.resolveSibling(target.getFileName() + ending(log, part));
                if (UserPath.same(part, copy)) {
                    copied = true; // the application logs to the run directory
                } else if (Files.getLastModifiedTime(part).compareTo(FileTime.fromMillis(sinceMs)) >= 0) {
                    copyLines(part, copy);
                    copied = true;
                }
            }
            if (!copied) {
                throw Problem.of("--app-gc-log")
                        .value(log)
                        .fault("was not written to in the run")
                        .expected("the file that the application's JVM logs its collections to")
                        .exception(ExitStatus.ENVIRONMENT);
            }
        });
    }

    private static List<Path> parts(Path log) throws IOException {
        Path folder = log.toAbsolutePath().normalize().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            return List.of();
        }
        String name = Pattern.quote(String.valueOf(log.getFileName())) + ROTATED;
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> String.valueOf(file.getFileName()).matches(name))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        }
    }

    /** Returns the suffix of a part. Java 8 adds {@code .current} to the part in use. */
    private static String ending(Path log, Path part) {
        return String.valueOf(part.getFileName())
                .substring(String.valueOf(log.getFileName()).length())
                .replace(".current", "");
    }

    private static void copyLines(Path from, Path to) throws IOException {
        long end;
        try (InputStream in = Files.newInputStream(RegularFile.require(from));
                OutputStream out = Files.newOutputStream(to)) {
            end = copyLines(in, out);
        }
        try (FileChannel copy = FileChannel.open(to, StandardOpenOption.WRITE)) {
            copy.truncate(end);
        }
    }

    /** Copies all bytes and returns the end of the last complete line. */
    private static long copyLines(InputStream in, OutputStream out) throws IOException {
        byte[] block = new byte[BLOCK];
        long copied = 0;
        long end = 0;
        for (int length = in.read(block); length >= 0; length = in.read(block)) {
            out.write(block, 0, length);
            for (int i = length - 1; i >= 0; i--) {
                if (block[i] == '\n') {
                    end = copied + i + 1;
                    break;
                }
            }
            copied += length;
        }
        return end;
    }

    /**
     * Unified log of this JVM's collector and safepoints, as {@code -Xlog} writes it. Enabled at run time because the run
     * directory is unknown when the harness starts.
     */
    public static final class RuntimeGcLog implements AutoCloseable {
        private static final Logger LOG = LoggerFactory.getLogger(RuntimeGcLog.class);
        private static final String OPERATION = "vmLog";

        private final String output;

        private RuntimeGcLog(Path file) {
            this.output = "output=\"file=" + file.toAbsolutePath() + "\"";
        }

        /** Starts a log file. Logs a warning and continues if this JVM cannot write one. */
        public static RuntimeGcLog into(Path file) {
            RuntimeGcLog log = new RuntimeGcLog(file);
            log.configure(
                    "what=gc*=info,safepoint=info",
                    "output_options=filecount=0",
                    "decorators=timenanos,uptimenanos,tags,tid");
            return log;
        }

        private void configure(String... arguments) {
            String[] all = new String[arguments.length + 1];
            all[0] = output;
            System.arraycopy(arguments, 0, all, 1, arguments.length);
            try {
                Object answer = ManagementFactory.getPlatformMBeanServer()
                        .invoke(
                                new ObjectName("com.sun.management:type=DiagnosticCommand"),
                                OPERATION,
                                new Object[] {all},
                                new String[] {String[].class.getName()});
                LOG.debug("{}: {}", output, answer);
            } catch (JMException e) {
                LOG.warn("no collector log: {}", IoReason.of(e));
            }
        }

        @Override
        public void close() {
            configure("what=all=off");
        }
    }
}
