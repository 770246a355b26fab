/** What the machine is, and what disturbed it during a run. */
@NullMarked
package org.ticktoquote.host;

import org.jspecify.annotations.NullMarked;
