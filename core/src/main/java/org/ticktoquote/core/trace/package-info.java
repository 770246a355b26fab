/** Traces of messages in readable form. */
@NullMarked
package org.ticktoquote.core.trace;

import org.jspecify.annotations.NullMarked;
