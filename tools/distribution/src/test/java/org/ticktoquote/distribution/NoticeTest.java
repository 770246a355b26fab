package org.ticktoquote.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.distribution.ReleaseFiles.BundledComponent;
import org.ticktoquote.distribution.ReleaseFiles.LegalTexts;
import org.ticktoquote.distribution.ReleaseFiles.Notice;

class NoticeTest {
    @TempDir
    private Path folder;

    private static BundledComponent component(String artifact, String licence) {
        return new BundledComponent("g", artifact, "1", licence, "https://example.org/" + artifact);
    }

    @Test
    void listsEveryLibraryAndEachNoticeOnce() {
        Notice notice = new Notice(
                "1.2.3",
                List.of(component("a", "Apache-2.0"), component("b", "MIT")),
                new TreeMap<>(Map.of(
                        "a-1/NOTICE", "Made by us.\n",
                        "b-1/NOTICE.txt", "Made by us.",
                        "b-1/LICENSE", "MIT",
                        "plot-3/LICENSE", "MIT")));
        assertThat(notice.text())
                .contains("g:a 1\n    Apache-2.0\n    https://example.org/a\n", "g:b 1\n    MIT\n", "plot-3 (part of")
                .containsOnlyOnce("Made by us.")
                .contains("---- a-1, b-1");
    }

    @Test
    void readsTheListWrittenByTheBuild() throws IOException {
        Path list = Files.writeString(folder.resolve("list"), "g:a:1|MIT or EPL-2.0|https://example.org/a\n\n");
        assertThat(BundledComponent.listedIn(list))
                .containsExactly(new BundledComponent("g", "a", "1", "MIT or EPL-2.0", "https://example.org/a"));
        Files.writeString(list, "g:a|MIT\n");
        assertThatThrownBy(() -> BundledComponent.listedIn(list))
                .hasMessageContaining("'g:a|MIT': expected group:artifact");
    }

    @Test
    void refusesALibraryWithoutALicenceText() {
        BundledComponent picocli =
                new BundledComponent("info.picocli", "picocli", version("picocli"), "Some licence", "");
        assertThatThrownBy(() -> new LegalTexts(folder, folder).of(List.of(picocli)))
                .hasMessageContaining("picocli (Some licence): no text of its licence in its jar, nor in");
        assertThatThrownBy(() -> new LegalTexts(folder, folder).of(List.of(component("none", "MIT"))))
                .hasMessage("none-1.jar is listed but not on the class path");
    }

    private static String version(String artifact) {
        String jar = picocli.CommandLine.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath();
        return jar.replaceAll(".*/" + artifact + "-(.*)\\.jar", "$1");
    }
}
