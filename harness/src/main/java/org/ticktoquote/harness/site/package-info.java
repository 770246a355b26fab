/** A host as a run needs it: where its files are, what it says of itself, what its journals show while they grow. */
@NullMarked
package org.ticktoquote.harness.site;

import org.jspecify.annotations.NullMarked;
