package org.ticktoquote.core.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every segment of a journal names its origin. Readers refuse those of other journals. */
class JournalOriginTest {
    private static final UUID OTHER = UUID.fromString("99999999-aaaa-4bbb-8ccc-dddddddddddd");

    @TempDir
    private Path directory;

    private Path path(String name) {
        return directory.resolve(name);
    }

    private static JournalException refused(Path path, UUID run) {
        return catchThrowableOfType(
                JournalException.class,
                () -> JournalReader.open(path, Counted.SCHEMA, run).close());
    }

    @Test
    void readsAJournalOfTheRun() {
        Counted.journal(path("quotes-02.journal"), 4, 10);

        try (JournalReader reader = JournalReader.open(path("quotes-02.journal"), Counted.SCHEMA, Counted.RUN)) {
            assertThat(Counted.rest(reader)).hasSize(10);
            assertThat(reader.origin()).isEqualTo(new JournalOrigin(Counted.RUN, "quotes-02"));
        }
    }

    @Test
    void journalOfAnotherRunOrUnderAnotherNameIsForeign() throws IOException {
        Counted.journal(path("ticks.journal"), 4, 10);

        JournalException refusal = refused(path("ticks.journal"), OTHER);

        assertThat(refusal.foreign()).isTrue();
        assertThat(refusal)
                .hasMessage(path("ticks.journal") + ": is ticks of run " + Counted.RUN + ", expected ticks of run "
                        + OTHER);

        Counted.journal(path("quotes-02.journal"), 100, 10);
        Files.move(path("quotes-02.journal"), path("quotes-00.journal"));

        refusal = refused(path("quotes-00.journal"), Counted.RUN);

        assertThat(refusal.foreign()).isTrue();
        assertThat(refusal)
                .hasMessageContaining(": is quotes-02 of run ")
                .hasMessageContaining("expected quotes-00 of");
    }

    @Test
    void refusesASegmentOfAnotherJournalEvenWithoutAnExpectedRun() throws IOException {
        Counted.journal(path("quotes-00.journal"), 4, 10);
        Counted.journal(path("quotes-01.journal"), 4, 10);
        Files.copy(path("quotes-01.journal.1"), path("quotes-00.journal.1"), StandardCopyOption.REPLACE_EXISTING);

        try (JournalReader reader = Counted.reader(path("quotes-00.journal"))) {
            for (int i = 0; i < 4; i++) {
                assertThat(reader.next()).isTrue();
            }
            assertThatThrownBy(reader::next)
                    .isInstanceOf(JournalException.class)
                    .hasMessageStartingWith(path("quotes-00.journal.1") + ": is quotes-01 of run ");
        }
    }

    @Test
    void damagedHeaderIsNotReportedAsForeign() throws IOException {
        Counted.journal(path("ticks.journal"), 100, 10);
        try (RandomAccessFile file = new RandomAccessFile(path("ticks.journal").toFile(), "rw")) {
            file.seek(115);
            file.write(0x55);
        }

        JournalException refusal = refused(path("ticks.journal"), Counted.RUN);

        assertThat(refusal.foreign()).isFalse();
        assertThat(refusal).hasMessageContaining("the header is damaged");
    }

    @Test
    void writerAndReaderTruncateALongNameAlike() {
        Path path = path("n".repeat(200) + ".journal");
        Counted.journal(path, 100, 3);

        try (JournalReader reader = JournalReader.open(path, Counted.SCHEMA, Counted.RUN)) {
            assertThat(reader.origin().name()).isEqualTo("n".repeat(64));
        }
    }
}
