package embedded

import (
	"slices"

	"citadel/memory/store/ranking"
	"citadel/memory/words"
)

// speakers numbers those who said something and knows the words of their names.
// Somebody who spoke to two audiences is two speakers, so that a query learns
// nothing of who speaks where it may not look.
type speakers struct {
	ids  map[speakerKey]uint32
	all  []speaker // number 0 is nobody
	free []uint32
	word map[string][]uint32 // who is called by a term
}

type speakerKey struct {
	name     string
	audience uint32
}

type speaker struct {
	key       speakerKey
	terms     []string
	documents int
}

func (s *speakers) init() {
	s.ids = make(map[speakerKey]uint32)
	s.all = make([]speaker, 1)
	s.word = make(map[string][]uint32)
}

func (s *speakers) name(id uint32) string {
	return s.all[id].key.name
}

// enter counts one more document of a speaker.
func (s *speakers) enter(name string, audience uint32, analyzer *words.Analyzer) uint32 {
	if name == "" {
		return 0
	}
	key := speakerKey{name, audience}
	id, known := s.ids[key]
	if !known {
		if n := len(s.free); n > 0 {
			id, s.free = s.free[n-1], s.free[:n-1]
		} else {
			id = uint32(len(s.all))
			s.all = append(s.all, speaker{})
		}
		terms := ranking.NameTerms(analyzer, name)
		s.all[id] = speaker{key: key, terms: terms}
		s.ids[key] = id
		for _, term := range terms {
			s.word[term] = append(s.word[term], id)
		}
	}
	s.all[id].documents++
	return id
}

// leave counts one document less, and forgets a speaker who has none left.
func (s *speakers) leave(id uint32) {
	if id == 0 {
		return
	}
	who := &s.all[id]
	who.documents--
	if who.documents > 0 {
		return
	}
	for _, term := range who.terms {
		called := slices.DeleteFunc(s.word[term], func(other uint32) bool { return other == id })
		if len(called) == 0 {
			delete(s.word, term)
		} else {
			s.word[term] = called
		}
	}
	delete(s.ids, who.key)
	*who = speaker{}
	s.free = append(s.free, id)
}
