package org.ticktoquote.harness.matrix.definition;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.ticktoquote.core.command.NearestWord;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.file.ResourceText;
import org.ticktoquote.core.yaml.YamlFile;

/**
 * Text of a matrix, built in or from a user's file.
 *
 * @param name name in messages
 * @param text YAML with comments
 */
public record MatrixSource(String name, String text) {
    /** Matrices included in t2q. */
    public static final List<String> BUILT_IN = List.of("pv", "pv-full", "jvm");

    /**
     * Finds a built-in matrix by name, or reads a file.
     *
     * @throws ProblemException if there is neither
     */
    public static MatrixSource of(String nameOrFile) {
        if (BUILT_IN.contains(nameOrFile)) {
            return builtIn(nameOrFile);
        }
        Optional<Path> file = file(nameOrFile);
        if (file.isEmpty()) {
            throw Problem.ofValue(nameOrFile)
                    .fault("is not a matrix" + NearestWord.hint(nameOrFile, BUILT_IN))
                    .expected(String.join(", ", BUILT_IN) + " or an existing file")
                    .exception();
        }
        return new MatrixSource(nameOrFile, YamlFile.text(file.get()));
    }

    /** Accepts a file whose existence cannot be determined, because reading it reports the reason. */
    private static Optional<Path> file(String name) {
        try {
            return Optional.of(Path.of(name)).filter(path -> !name.isEmpty() && !Files.notExists(path));
        } catch (InvalidPathException noPath) {
            return Optional.empty();
        }
    }

    private static MatrixSource builtIn(String name) {
        String file = name + ".yaml";
        return new MatrixSource(file, ResourceText.of(MatrixSource.class, "/org/ticktoquote/harness/matrix/" + file));
    }

    /** Default name of the matrix: its file name without the extension. */
    String plainName() {
        String file = name.substring(name.lastIndexOf('/') + 1);
        return file.replaceFirst("\\.ya?ml$", "");
    }
}
