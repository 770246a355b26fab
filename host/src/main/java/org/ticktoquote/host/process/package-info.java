/** How processes are started for a question, or as another of our own. */
@NullMarked
package org.ticktoquote.host.process;

import org.jspecify.annotations.NullMarked;
