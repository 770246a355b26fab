package org.ticktoquote.replayer.payload;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ticktoquote.core.yaml.YamlSection;

/** Reads the conditions of a rule: what stands below {@code if}, one or a list of them. */
final class ConditionReader {
    private static final String KEY = "if";

    private ConditionReader() {}

    static List<Condition> read(YamlSection parent) {
        List<YamlSection> sections = new ArrayList<>();
        if (parent.isList(KEY)) {
            List<YamlSection> all = parent.sections(KEY);
            sections.addAll(all == null ? List.of() : all);
        } else {
            Optional.ofNullable(parent.section(KEY)).ifPresent(sections::add);
        }
        return sections.stream().map(ConditionReader::condition).toList();
    }

    private static Condition condition(YamlSection section) {
        NumberField field = FieldReader.read(section);
        Long value = section.number("is", Long.MIN_VALUE, Long.MAX_VALUE);
        if (!section.has("is")) {
            section.problemAt("is", "the value that the number must have");
        }
        section.end();
        return new Condition(field, value == null ? 0 : value);
    }
}
