package org.ticktoquote.core.yaml;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Names that users give to cases, axes, values and JVMs. They become folders, options and columns. */
public final class Names {
    public static final Pattern FORM = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
    public static final String EXPECTED = "a name of at most 64 letters, digits, dots, hyphens and underscores";

    private Names() {}

    /** Returns whether a key is a valid name. Adds a problem if not. */
    public static boolean sound(YamlSection section, String key) {
        boolean sound = FORM.matcher(key).matches();
        if (!sound) {
            section.problemWithKey(key, EXPECTED);
        }
        return sound;
    }

    /** Returns the mappings below keys that are valid names, in order. */
    public static Map<String, YamlSection> sections(@Nullable YamlSection parent) {
        Map<String, YamlSection> sections = new LinkedHashMap<>();
        if (parent != null) {
            for (String name : parent.allKeys()) {
                YamlSection section = parent.section(name);
                if (sound(parent, name) && section != null) {
                    sections.put(name, section);
                }
            }
        }
        return sections;
    }
}
