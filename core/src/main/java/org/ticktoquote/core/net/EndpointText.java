package org.ticktoquote.core.net;

import picocli.CommandLine.ITypeConverter;

/** Reads an {@link Endpoint} from a command line, for picocli. */
public final class EndpointText implements ITypeConverter<Endpoint> {
    @Override
    public Endpoint convert(String text) {
        return Endpoint.parse(text);
    }
}
