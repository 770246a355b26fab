package org.ticktoquote.clients.engine;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ticktoquote.clients.config.Pair;
import org.ticktoquote.clients.config.RequestForm;
import org.ticktoquote.clients.config.RequestForm.Part;
import quickfix.FieldMap;
import quickfix.Group;
import quickfix.Message;
import quickfix.field.MsgType;

/** A subscription, 35=V or 35=R, in the form that the session template gives it. */
final class SubscribeMessage extends Message {
    private static final long serialVersionUID = 1L;
    private static final String SLASH = "/";

    /** @param values of the form's placeholders, but for those of a pair */
    SubscribeMessage(RequestForm form, Map<String, String> values, List<Pair> pairs) {
        super(order(form.body()));
        getHeader().setString(MsgType.FIELD, form.type());
        form.body().forEach(part -> add(this, part, values, pairs));
    }

    private static int[] order(List<Part> parts) {
        return parts.stream().mapToInt(Part::tag).toArray();
    }

    private static void add(FieldMap to, Part part, Map<String, String> values, List<Pair> pairs) {
        if (part.value() != null) {
            to.setString(part.tag(), RequestForm.filled(part.value(), values));
        } else if (part.eachPair()) {
            for (Pair pair : pairs) {
                Map<String, String> own = new HashMap<>(values);
                own.putAll(of(pair));
                to.addGroup(group(part.tag(), part.entries().get(0), own, pairs));
            }
        } else {
            part.entries().forEach(entry -> to.addGroup(group(part.tag(), entry, values, pairs)));
        }
    }

    private static Group group(int tag, List<Part> entry, Map<String, String> values, List<Pair> pairs) {
        int[] order = order(entry);
        Group group = new Group(tag, order.length == 0 ? tag : order[0], order);
        entry.forEach(part -> add(group, part, values, pairs));
        return group;
    }

    /** The placeholders of one pair. */
    static Map<String, String> of(Pair pair) {
        String[] currencies = pair.symbol().split(SLASH, 2);
        return Map.of(
                "key",
                pair.key(),
                "symbol",
                pair.symbol(),
                "base",
                currencies[0],
                "terms",
                currencies[currencies.length - 1]);
    }
}
