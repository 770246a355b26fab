package org.ticktoquote.benchmarks.peers;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** C programs with which t2q is compared. */
final class BareProgram {
    private BareProgram() {}

    /**
     * Compiles one of this package's resources.
     *
     * @param name name of the source without {@code .c}
     * @param options options of the compiler
     * @return empty if there is no C compiler ({@code cc}), or if it fails
     */
    static Optional<Path> compiled(String name, Path folder, String... options)
            throws IOException, InterruptedException {
        Path program = folder.resolve(name);
        Path source = folder.resolve(name + ".c");
        try (InputStream in = BareProgram.class.getResourceAsStream(name + ".c")) {
            Files.write(source, in.readAllBytes());
        }
        List<String> command = new ArrayList<>(List.of("cc", "-O2", "-pthread"));
        command.addAll(List.of(options));
        command.addAll(List.of("-o", program.toString(), source.toString()));
        try {
            Process compiler = new ProcessBuilder(command).inheritIO().start();
            return compiler.waitFor() == 0 ? Optional.of(program) : Optional.empty();
        } catch (IOException none) {
            return Optional.empty();
        }
    }
}
