package org.ticktoquote.core.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.command.ProblemException;

class ProductJarTest {
    private static final ProductJar JAR = new ProductJar("t2q-more.jar", "./t2q more");

    @TempDir
    private Path folder;

    @Test
    void findsTheFileOrExplainsHowToGetIt() throws Exception {
        assertThatThrownBy(() -> JAR.nextTo(folder.resolve("t2q.jar")))
                .isInstanceOf(ProblemException.class)
                .hasMessage(folder.resolve("t2q-more.jar") + ": is missing; build it with mvn package as"
                        + " harness/target/t2q-more.jar, or with ./t2q more; copy it to the folder of t2q.jar");

        Path file = Files.createFile(folder.resolve("t2q-more.jar"));
        assertThat(JAR.nextTo(folder.resolve("t2q.jar"))).isEqualTo(file);

        assertThatThrownBy(JAR::file)
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("does not run from a t2q.jar");
    }
}
