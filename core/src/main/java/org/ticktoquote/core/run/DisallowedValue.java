package org.ticktoquote.core.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds values that are well-formed JSON but not allowed in t2q's documents. */
final class DisallowedValue {
    private DisallowedValue() {}

    /** Describes the first disallowed value: a null, or a text or member name with half a surrogate pair. */
    static Optional<String> of(JsonNode node, Set<String> nullable) {
        return disallowed(node, "", nullable);
    }

    private static Optional<String> disallowed(JsonNode node, String path, Set<String> nullable) {
        boolean maybe =
                nullable.equals(JsonFile.ANY_MEMBER) || nullable.contains(path.substring(path.lastIndexOf('.') + 1));
        if (node.isNull() && !maybe && !path.isEmpty()) {
            return Optional.of(path + " is null, expected a value");
        }
        if (node.isTextual() && !whole(node.textValue())) {
            return Optional.of(path + " contains half a surrogate pair, expected Unicode text");
        }
        Optional<String> found = Optional.empty();
        for (int i = 0; node.isArray() && found.isEmpty() && i < node.size(); i++) {
            found = disallowed(node.get(i), path + "[" + i + "]", nullable);
        }
        Iterator<Map.Entry<String, JsonNode>> members = node.properties().iterator();
        while (found.isEmpty() && members.hasNext()) {
            Map.Entry<String, JsonNode> member = members.next();
            String name = member.getKey();
            found = whole(name)
                    ? disallowed(member.getValue(), path.isEmpty() ? name : path + "." + name, nullable)
                    : Optional.of("a member of " + (path.isEmpty() ? "the document" : path)
                            + " has a name with half a surrogate pair, expected Unicode text");
        }
        return found;
    }

    /** Returns whether every surrogate has its other half. */
    private static boolean whole(String text) {
        return text.codePoints().noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
    }
}
