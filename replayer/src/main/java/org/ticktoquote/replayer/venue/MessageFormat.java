package org.ticktoquote.replayer.venue;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.yaml.YamlSection;

/**
 * Format of a venue's messages.
 *
 * @param ticks message types
 * @param fields additional fields of every message, each followed by {@code |}; can be empty
 */
record MessageFormat(TickFormat ticks, EntryFormat entries, Times times, String fields) {
    /** QuoteEntryID, the only id tag that entries have in all FIX versions. */
    static final int QUOTE_ENTRY_ID = 299;

    static final int ENTRY_ID = 278;
    static final int ALL_LEVELS = Integer.MAX_VALUE;

    private static final int MAX_LEVELS = 1000;
    private static final String FIELDS = "fields";
    private static final int MAX_FIELDS = 32;
    private static final Pattern FIELD = Pattern.compile("([1-9][0-9]{0,5})=[ -{}~]{1,64}");
    /** Tags of the session layer or of the message itself, and those that would break the message. */
    private static final Set<String> TAKEN = Set.of(
            "8", "9", "10", "22", "34", "35", "43", "48", "49", "52", "55", "56", "97", "122", "262", "268", "269",
            "270", "271", "272", "273", "278", "279", "299");

    /** Snapshots that every FIX engine parses with its own dictionary. */
    static final MessageFormat PLAIN = new MessageFormat(
            new TickFormat(false, false, true),
            new EntryFormat(ALL_LEVELS, Sizes.ALL, EntryKeys.LEVEL, QUOTE_ENTRY_ID),
            new Times(TimeSource.SENT, TimeSource.NONE, false),
            "");

    /**
     * Message types of ticks.
     *
     * @param increments sends incremental refreshes (35=X) after the first snapshot; otherwise snapshots (35=W)
     * @param topIncrements like {@code increments}, for subscriptions to the best level only
     * @param bothSides true to include in a snapshot a side that is absent from the tick
     */
    record TickFormat(boolean increments, boolean topIncrements, boolean bothSides) {
        boolean increments(boolean topOnly) {
            return topOnly ? topIncrements : increments;
        }
    }

    /**
     * Format of an entry.
     *
     * @param levels maximum per side
     * @param keys meaning of MDEntryID (278) in increments
     * @param idTag tag of the tick id; 0 for none
     */
    record EntryFormat(int levels, Sizes sizes, EntryKeys keys, int idTag) {}

    /**
     * Times in a message.
     *
     * @param sendingTime content of SendingTime (52)
     * @param entryTime content of MDEntryDate and MDEntryTime (272, 273)
     * @param firstEntryOnly true to put the entry time into the first entry only
     */
    record Times(TimeSource sendingTime, TimeSource entryTime, boolean firstEntryOnly) {}

    /** Entries that have a size. */
    enum Sizes {
        ALL,
        /** Entries of requests for more than the best level. */
        BOOK,
        NONE
    }

    /** Identity of an entry in increments. */
    enum EntryKeys {
        /** One entry per level, which is changed (279=1). */
        LEVEL,
        /** One entry per price. The previous entry is deleted (279=2). */
        PRICE,
        /** One entry per price without MDEntryID, identified by side and price. */
        NONE
    }

    /** Source of a time. */
    enum TimeSource {
        NONE,
        /** Time at which the message is sent. */
        SENT,
        /** Intended time of the tick. */
        INTENDED,
        /** Venue time in the recording. */
        RECORDED
    }

    /**
     * Reads the format of a venue's messages. Reports faults as problems in the section's file.
     *
     * @param carried number of the recording's venues that the venue carries, which is the number of levels of its book
     */
    static MessageFormat read(YamlSection section, int carried) {
        TickFormat ticks = readTicks(section);
        boolean increments = ticks.increments() || ticks.topIncrements();
        return new MessageFormat(
                ticks, readEntries(section, carried, increments), readTimes(section), readFields(section));
    }

    private static TickFormat readTicks(YamlSection section) {
        boolean increments = isSecond(section, "ticks", "W", "X", false);
        boolean topIncrements = isSecond(section, "topTicks", "W", "X", increments);
        boolean changed = isSecond(section, "sides", "both", "changed", false);
        if (increments && topIncrements && changed) {
            section.problemAt("sides", "both if every tick is X, which carries changes only");
        }
        return new TickFormat(increments, topIncrements, !changed);
    }

    private static boolean isSecond(YamlSection section, String key, String first, String second, boolean otherwise) {
        Boolean given = section.value(key, first + " or " + second, Map.of(first, false, second, true)::get);
        return given == null ? otherwise : given;
    }

    /** Reads a constant by its lower-case name. */
    private static <T extends Enum<T>> T word(YamlSection section, String key, T otherwise, List<T> words) {
        Map<String, T> byText = new LinkedHashMap<>();
        words.forEach(word -> byText.put(word.name().toLowerCase(Locale.ROOT), word));
        String expected = String.join(", ", byText.keySet()).replaceFirst(", ([a-z]+)$", " or $1");
        return Objects.requireNonNullElse(section.value(key, expected, byText::get), otherwise);
    }

    private static EntryFormat readEntries(YamlSection section, int carried, boolean increments) {
        EntryFormat plain = PLAIN.entries();
        Integer given = section.value(
                "tickId", "299, 278 or none", Map.of("299", QUOTE_ENTRY_ID, "278", ENTRY_ID, "none", 0)::get);
        int idTag = Objects.requireNonNullElse(given, plain.idTag());
        if (increments && idTag == ENTRY_ID) {
            section.problemAt("tickId", "299 or none with X, whose entries have 278 as their key");
        }
        if (!increments) {
            section.refuseKey("entryKeys", "applies to entries of 35=X", "ticks: X, or no entryKeys");
        }
        int levels = readLevels(section, carried, increments);
        EntryKeys keys = word(section, "entryKeys", plain.keys(), List.of(EntryKeys.values()));
        if (keys == EntryKeys.NONE && levels > 1 && carried > 1) {
            section.problemAt("entryKeys", "level or price (two levels can have the same price), or levels: 1");
        }
        return new EntryFormat(levels, word(section, "sizes", plain.sizes(), List.of(Sizes.values())), keys, idTag);
    }

    /**
     * Requires one or all levels with increments, which otherwise would have to report entries that enter and leave the
     * visible part of the book.
     */
    private static int readLevels(YamlSection section, int carried, boolean increments) {
        Long given = section.number("levels", 1, MAX_LEVELS);
        if (given == null) {
            return ALL_LEVELS;
        }
        if (increments && given > 1 && given < carried) {
            section.problemAt("levels", "1 with X, or at least " + carried + ", the number of venues it carries");
        }
        return given.intValue();
    }

    private static Times readTimes(YamlSection section) {
        TimeSource entryTime = word(section, "entryTime", TimeSource.NONE, List.of(TimeSource.values()));
        if (entryTime == TimeSource.NONE) {
            section.refuseKey("entryTimeOn", "applies to an entryTime", "an entryTime too, or no entryTimeOn");
        }
        return new Times(
                word(
                        section,
                        "sendingTime",
                        TimeSource.SENT,
                        List.of(TimeSource.SENT, TimeSource.INTENDED, TimeSource.RECORDED)),
                entryTime,
                !isSecond(section, "entryTimeOn", "first", "each", true));
    }

    private static String readFields(YamlSection section) {
        String given = section.value(FIELDS, "a text such as 1021=1|63=0", text -> text);
        if (given == null) {
            return "";
        }
        List<String> fields = List.of(given.split("\\|", -1));
        Set<String> tags = new HashSet<>();
        fields.forEach(field -> check(section, field, tags));
        if (fields.size() > MAX_FIELDS) {
            section.problemAt(FIELDS, "at most " + MAX_FIELDS + " fields");
        }
        return given + "|";
    }

    private static void check(YamlSection section, String field, Set<String> earlier) {
        Matcher matcher = FIELD.matcher(field);
        Problem problem = Problem.of(FIELDS).value(field);
        if (!matcher.matches()) {
            section.problemAt(FIELDS, problem.expected("TAG=VALUE, as in fields: 1021=1|63=0"));
        } else if (TAKEN.contains(matcher.group(1))) {
            section.problemAt(FIELDS, problem.expected("a tag that t2q does not set itself"));
        } else if (!earlier.add(matcher.group(1))) {
            section.problemAt(FIELDS, problem.expected("each tag once, not " + matcher.group(1) + " again"));
        }
    }
}
