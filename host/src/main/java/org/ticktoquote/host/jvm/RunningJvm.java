package org.ticktoquote.host.jvm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The JVM of a process, as it describes itself.
 *
 * @param version of the VM, with its build
 * @param flags those that begin with {@code -X}, in order: others may hold what is secret
 */
record RunningJvm(String vendor, String vmName, String version, List<String> flags) {
    private static final String LIBRARY = "/libjvm.so";
    private static final List<String> ENVIRONMENT = List.of("JAVA_TOOL_OPTIONS=", "JDK_JAVA_OPTIONS=");

    /**
     * What was found in a process.
     *
     * @param jvm empty when there is none, or none that tells
     * @param problem why it does not tell; empty where there is no JVM at all
     */
    record Answer(Optional<RunningJvm> jvm, String problem) {
        private static final Answer NO_JVM = new Answer(Optional.empty(), "");
    }

    /** Of a process, by its folder in {@code /proc}. */
    static Answer of(Path process) {
        try (Stream<String> maps = Files.lines(process.resolve("maps"))) {
            Optional<Path> library = maps.filter(line -> line.endsWith(LIBRARY))
                    .map(line -> Path.of(line.substring(line.indexOf('/'))))
                    .findFirst();
            return library.map(found -> ask(process, found)).orElse(Answer.NO_JVM);
        } catch (IOException | UncheckedIOException unreadable) {
            return new Answer(Optional.empty(), process.resolve("maps") + " cannot be read");
        }
    }

    /** Its own file first; where it keeps none, the executable beside its library is asked, and the flags are the command's. */
    private static Answer ask(Path process, Path library) {
        Optional<RunningJvm> found = performanceData(process).map(RunningJvm::of);
        if (found.isPresent()) {
            return new Answer(found, "");
        }
        Path java = library.resolve("../../../bin/java").normalize();
        JvmInquiry.Answer answer = JvmInquiry.ask(java);
        return new Answer(
                answer.jvm().map(jvm -> new RunningJvm(jvm.vendor(), jvm.vmName(), jvm.build(), commandFlags(process))),
                answer.problem());
    }

    private static RunningJvm of(Map<String, String> texts) {
        return new RunningJvm(
                texts.getOrDefault("java.property.java.vm.vendor", ""),
                texts.getOrDefault("java.property.java.vm.name", ""),
                texts.getOrDefault("java.property.java.vm.version", ""),
                flags(Stream.of(texts.getOrDefault("java.rt.vmArgs", ""))));
    }

    private static Optional<Map<String, String>> performanceData(Path process) {
        try (DirectoryStream<Path> users = Files.newDirectoryStream(process.resolve("root/tmp"), "hsperfdata_*")) {
            String pid = ownPid(process);
            for (Path user : users) {
                Path file = user.resolve(pid);
                if (Files.isReadable(file)) {
                    return PerformanceData.texts(Files.readAllBytes(file));
                }
            }
        } catch (IOException | UncheckedIOException unreadable) {
            return Optional.empty();
        }
        return Optional.empty();
    }

    /** As the process itself knows it, which in a container is another one. */
    private static String ownPid(Path process) throws IOException {
        try (Stream<String> status = Files.lines(process.resolve("status"))) {
            return status.filter(line -> line.startsWith("NSpid:"))
                    .map(line -> line.substring(line.lastIndexOf('\t') + 1).strip())
                    .findFirst()
                    .orElse(process.getFileName().toString());
        }
    }

    /** The words of the command before the class, and of the variables that a JVM reads. */
    private static List<String> commandFlags(Path process) {
        List<String> environment = words(process.resolve("environ"));
        Stream<String> variables = ENVIRONMENT.stream()
                .flatMap(name -> environment.stream()
                        .filter(each -> each.startsWith(name))
                        .map(each -> each.substring(name.length())));
        Stream<String> command =
                words(process.resolve("cmdline")).stream().skip(1).takeWhile(word -> !word.equals("-jar"));
        return flags(Stream.concat(variables, command));
    }

    private static List<String> flags(Stream<String> texts) {
        return texts.flatMap(text -> Arrays.stream(text.split("\\s+", -1)))
                .filter(word -> word.startsWith("-X"))
                .toList();
    }

    private static List<String> words(Path file) {
        try {
            return List.of(Files.readString(file, StandardCharsets.ISO_8859_1).split("\0", -1));
        } catch (IOException unreadable) {
            return List.of();
        }
    }

    /** Name and version. */
    String name() {
        return vmName + " " + version;
    }

    String flagText() {
        return flags.isEmpty() ? "none" : String.join(" ", flags);
    }
}
