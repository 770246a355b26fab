package org.ticktoquote.replayer.payload;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.Checksum;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.yaml.YamlSection;

/** Reads one rule of {@code rewrite}. */
final class RewriteReader {
    /** Ticks of a warm-up have numbers above a million millions. */
    private static final int NARROWEST_TICK = 6;

    private static final String MIDNIGHT = "midnight";
    private static final Map<String, Long> UNITS =
            Map.of("ns", 1L, "us", 1_000L, "ms", 1_000_000L, "s", 1_000_000_000L);
    private static final StampClock NANOSECONDS = new StampClock(1, 0, false);

    private final YamlSection section;

    RewriteReader(YamlSection section) {
        this.section = section;
    }

    /** The rule; null where something is wrong, which is a problem. */
    @Nullable
    Rewrite read() {
        String what = what();
        NumberField field = FieldReader.read(section);
        List<Condition> conditions = ConditionReader.read(section);
        Optional<WrittenNumber> number = Optional.ofNullable(what).flatMap(WrittenNumber::of);
        Optional<Checksum> checksum = Optional.ofNullable(what).flatMap(Checksums::of);
        Rewrite rule = null;
        if (number.isPresent()) {
            rule = ofNumber(number.get(), field, conditions);
        } else if (checksum.isPresent()) {
            rule = ofChecksum(checksum.get(), field, conditions);
        } else {
            section.allKeys();
        }
        section.end();
        return rule;
    }

    private @Nullable String what() {
        List<String> words = new ArrayList<>(WrittenNumber.texts());
        words.addAll(Checksums.kinds());
        String expected = "one of " + String.join(", ", words);
        if (!section.has("write")) {
            section.problemAt("write", expected);
        }
        return section.value("write", expected, text -> words.contains(text) ? text : null);
    }

    private Rewrite ofNumber(WrittenNumber number, NumberField field, List<Condition> conditions) {
        if (number == WrittenNumber.TICK && field.bytes() < NARROWEST_TICK) {
            section.problemAt("bytes", NARROWEST_TICK + " to 8: ticks of a warm-up have large numbers");
        }
        Long plus = section.number("plus", -1_000_000_000, 1_000_000_000);
        StampClock clock = number.isTime() ? clock() : NANOSECONDS;
        return new Rewrite.OfNumber(number, field, plus == null ? 0 : plus, clock, conditions);
    }

    private StampClock clock() {
        Long unitNs = section.value("unit", "ns, us, ms or s", UNITS::get);
        StampClock epoch =
                section.value("epoch", "an instant as 1970-01-01T00:00:00Z, or midnight", RewriteReader::epoch);
        long unit = unitNs == null ? 1 : unitNs;
        return epoch == null ? new StampClock(unit, 0, false) : new StampClock(unit, epoch.epochNs(), epoch.daily());
    }

    private static @Nullable StampClock epoch(String text) {
        if (text.equals(MIDNIGHT)) {
            return new StampClock(1, 0, true);
        }
        try {
            Instant instant = Instant.parse(text);
            long ns = Math.addExact(Math.multiplyExact(instant.getEpochSecond(), 1_000_000_000L), instant.getNano());
            return new StampClock(1, ns, false);
        } catch (DateTimeParseException | ArithmeticException none) {
            return null;
        }
    }

    private Rewrite ofChecksum(Checksum checksum, NumberField field, List<Condition> conditions) {
        Long from = section.number("from", -FieldReader.FURTHEST, FieldReader.FURTHEST);
        Long to = section.number("to", -FieldReader.FURTHEST, FieldReader.FURTHEST);
        return new Rewrite.OfChecksum(
                checksum, field, from == null ? 0 : from.intValue(), to == null ? 0 : to.intValue(), conditions);
    }
}
